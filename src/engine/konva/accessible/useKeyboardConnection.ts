import { useCallback } from 'react';
import type { Editor } from '../../Editor';
import { isSameHandle, judgeConnection, type HandleRef } from '../../scene/connectionRule';
import type { EdgeEnd } from '../../scene/edgeAt';
import { promptOf } from '../../scene/mentioned';
import { reveal } from '../../geometry/reveal';
import { useEditorValue } from '../stage/useEditorValue';
import { handleWord } from './HandleButton';
import { nodeName } from './nodeName';
import type { Speech } from './layerWords';

/** The handle where the connection made with keys began; null while none is made. */
const beginOf = ({ state, preview }: Editor): HandleRef | null =>
  state === 'select.keyboardConnecting' ? (preview.connection?.anchor ?? null) : null;

export interface KeyboardConnection {
  /** The handle the edge is being made from; null while none is being made. */
  readonly from: HandleRef | null;
  /** The first handle begins an edge, the second ends it; the same one again drops it on the pane beside it. */
  readonly press: (handle: HandleRef) => void;
  /** Takes an edge by one of its ends: the next press leads that end to another handle. */
  readonly take: (edgeId: string, end: EdgeEnd) => void;
  readonly cancel: () => void;
}

/** An edge made or moved without a pointer: one handle button, or the edge, is pressed, then another handle. */
export function useKeyboardConnection(editor: Editor, { words, say }: Speech): KeyboardConnection {
  const from = useEditorValue(editor, () => beginOf(editor));

  const cancel = useCallback(() => {
    if (!beginOf(editor)) return;
    editor.dispatch({ type: 'cancel' });
    say(words.connectionCancelled);
  }, [editor, words, say]);

  const press = useCallback(
    (handle: HandleRef) => {
      const node = editor.document.node(handle.nodeId);
      if (!node) return;
      const begun = beginOf(editor);
      if (!begun) {
        const part = editor.document.kinds.handleOf(node, handle.handleId);
        const name = nodeName(words, editor.document.kinds, node, promptOf(editor.document, node));
        editor.beginConnection(handle);
        say(words.connecting(part ? `${name}, ${handleWord(words, part)}` : name));
        return;
      }
      const isBegin = isSameHandle(begun, handle);
      if (!isBegin && !judgeConnection(editor.document, begun, handle).isAllowed) say(words.connectionRefused);
      editor.aimConnection(isBegin ? null : handle);
      editor.dropConnection();
      const { addMenu } = editor.preview;
      if (addMenu) reveal(editor.view, { ...addMenu.at, width: 0, height: 0 });
    },
    [editor, words, say],
  );

  const take = useCallback(
    (edgeId: string, end: EdgeEnd) => {
      editor.takeEdge(edgeId, end);
      const holder = editor.document.node(beginOf(editor)?.nodeId ?? '');
      if (!holder) return;
      say(words.reconnecting(nodeName(words, editor.document.kinds, holder, promptOf(editor.document, holder))));
    },
    [editor, words, say],
  );

  return { from, press, take, cancel };
}
