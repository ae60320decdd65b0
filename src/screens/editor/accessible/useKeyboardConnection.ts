import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { judgeConnection, promptOf, type EdgeEnd, type HandleRef } from '../../../engine';
import type { FlowStore } from '../../../stores/flow/FlowStore';
import { announce } from '../../../ui/live/announce';
import { handleWord } from './HandleButton';
import { nodeName } from './nodeName';
import { reveal } from './reveal';

const isSameHandle = (one: HandleRef, other: HandleRef): boolean =>
  one.nodeId === other.nodeId && one.handleId === other.handleId;

export interface KeyboardConnection {
  /** The handle the pipe is being made from; null while none is being made. */
  readonly from: HandleRef | null;
  /** The first handle begins a pipe, the second ends it; the same one again lets it go over the pane beside it. */
  readonly press: (handle: HandleRef) => void;
  /** Takes a pipe by one of its ends: the next press leads that end to another handle. */
  readonly take: (edgeId: string, end: EdgeEnd) => void;
  readonly cancel: () => void;
}

/** A pipe made or moved without a pointer: one handle button, or the pipe, is pressed, then another handle. */
export function useKeyboardConnection(flow: FlowStore): KeyboardConnection {
  const { editor } = flow;
  const { t } = useTranslation();

  const cancel = useCallback(() => {
    if (!flow.keyboardConnection) return;
    editor.dispatch({ type: 'cancel' });
    announce('live.connectionCancelled');
  }, [flow, editor]);

  const press = useCallback(
    (handle: HandleRef) => {
      const node = editor.document.node(handle.nodeId);
      if (!node) return;
      const begun = flow.keyboardConnection;
      if (!begun) {
        const part = editor.document.kinds.handleOf(node, handle.handleId);
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
      if (addMenu) reveal(editor.view, { ...addMenu.at, width: 0, height: 0 });
    },
    [flow, editor, t],
  );

  const take = useCallback(
    (edgeId: string, end: EdgeEnd) => {
      editor.takeEdge(edgeId, end);
      const holder = editor.document.node(flow.keyboardConnection?.nodeId ?? '');
      if (holder) announce('live.reconnecting', { at: nodeName(holder, promptOf(editor.document, holder), t) });
    },
    [flow, editor, t],
  );

  return { from: flow.keyboardConnection, press, take, cancel };
}
