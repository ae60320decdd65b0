import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { handlesOf, judgeConnection, promptOf, type EdgeEnd, type Editor, type HandleRef } from '../../../engine';
import { announce } from '../../../ui/live/announce';
import { useEditorValue } from '../useEditorValue';
import { handleWord } from './HandleButton';
import { nodeName } from './nodeName';
import { reveal } from './reveal';

/** The handle that the pipe led by keys was drawn out of; null while there is none. */
const beginOf = ({ state, preview }: Editor): HandleRef | null =>
  state === 'select.keyboardConnecting' ? (preview.connection?.anchor ?? null) : null;

const isSameHandle = (one: HandleRef, other: HandleRef): boolean =>
  one.nodeId === other.nodeId && one.handleId === other.handleId;

export interface KeyboardConnection {
  /** The handle the pipe is being made from; null while none is being made. */
  readonly from: HandleRef | null;
  /** The first handle begins a pipe, the second ends it; the same one again lets it go over the floor beside it. */
  readonly press: (handle: HandleRef) => void;
  /** Takes a pipe by one of its ends: the next press leads that end to another handle. */
  readonly take: (edgeId: string, end: EdgeEnd) => void;
  readonly cancel: () => void;
}

/** A pipe made or moved without a pointer: one handle button, or the pipe, is pressed, then another handle. */
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
        const name = nodeName(node, promptOf(editor.document, node), t);
        const words = part ? `${name}, ${t(handleWord(part))}` : name;
        editor.beginConnection(handle);
        announce('live.connecting', { from: words });
        return;
      }
      const isBegin = isSameHandle(begun, handle);
      if (!isBegin && !judgeConnection(editor.document, begun, handle).isAllowed) announce('live.connectionRefused');
      editor.aimConnection(isBegin ? null : handle);
      editor.dropConnection();
      const { addMenu } = editor.preview;
      if (addMenu) reveal(editor.viewport, { ...addMenu.at, width: 0, height: 0 });
    },
    [editor, t],
  );

  const take = useCallback(
    (edgeId: string, end: EdgeEnd) => {
      editor.takeEdge(edgeId, end);
      const holder = editor.document.node(beginOf(editor)?.nodeId ?? '');
      if (holder) announce('live.reconnecting', { at: nodeName(holder, promptOf(editor.document, holder), t) });
    },
    [editor, t],
  );

  return { from, press, take, cancel };
}
