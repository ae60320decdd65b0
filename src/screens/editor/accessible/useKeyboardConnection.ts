import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { handlesOf, judgeConnection, type Editor, type HandleRef } from '../../../engine';
import { announce } from '../../../ui/live/announce';
import { useEditorValue } from '../useEditorValue';
import { handleWord } from './HandleButton';
import { nodeName } from './nodeName';
import { reveal } from './reveal';

/** The handle that the pipe led by keys was drawn out of; null while there is none. */
const beginOf = ({ state, preview }: Editor): HandleRef | null =>
  state === 'select.leading' ? (preview.pipe?.anchor ?? null) : null;

const isSameHandle = (one: HandleRef, other: HandleRef): boolean =>
  one.nodeId === other.nodeId && one.handleId === other.handleId;

export interface KeyboardConnection {
  /** The handle the pipe is being made from; null while none is being made. */
  readonly from: HandleRef | null;
  /** The first handle begins a pipe, the second ends it; the same one again lets it go over the floor beside it. */
  readonly press: (handle: HandleRef) => void;
  readonly cancel: () => void;
}

/** A pipe made without a pointer: one handle button is pressed, then another. */
export function useKeyboardConnection(editor: Editor): KeyboardConnection {
  const { t } = useTranslation();
  const from = useEditorValue(editor, 'preview', beginOf);

  const cancel = useCallback(() => {
    if (!beginOf(editor)) return;
    editor.dispatch({ type: 'cancel' });
    announce('live.connectionCancelled');
  }, [editor]);

  const press = useCallback(
    (handle: HandleRef) => {
      const node = editor.document.node(handle.nodeId);
      if (!node) return;
      const begun = beginOf(editor);
      if (!begun) {
        const part = handlesOf(node).find(({ id }) => id === handle.handleId);
        const words = part ? `${nodeName(node, t)}, ${t(handleWord(part))}` : nodeName(node, t);
        editor.beginPipe(handle);
        announce('live.connecting', { from: words });
        return;
      }
      const isBegin = isSameHandle(begun, handle);
      if (!isBegin && !judgeConnection(editor.document, begun, handle).isAllowed) announce('live.connectionRefused');
      editor.aimPipe(isBegin ? null : handle);
      editor.dropPipe();
      const { offer } = editor.preview;
      if (offer) reveal(editor.viewport, { ...offer.at, width: 0, height: 0 });
    },
    [editor, t],
  );

  return { from, press, cancel };
}
