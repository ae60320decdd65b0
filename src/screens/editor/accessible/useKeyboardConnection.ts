import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { handlesOf, type Editor, type HandleRef } from '../../../engine';
import { announce } from '../../../ui/live/announce';
import { handleWord } from './HandleButton';
import { nodeName } from './nodeName';

export interface KeyboardConnection {
  /** The handle the pipe is being made from; null while none is being made. */
  readonly from: HandleRef | null;
  /** The first handle begins a pipe, the second ends it, the same one again gives it up. */
  readonly press: (handle: HandleRef) => void;
  readonly cancel: () => void;
}

/** A pipe made without a pointer: one handle button is pressed, then another. */
export function useKeyboardConnection(editor: Editor): KeyboardConnection {
  const { t } = useTranslation();
  const [begun, setFrom] = useState<HandleRef | null>(null);
  // The node may have been removed since, by anyone.
  const from = begun && editor.document.node(begun.nodeId) ? begun : null;

  const cancel = useCallback(() => {
    setFrom(null);
    announce('live.connectionCancelled');
  }, []);

  const press = useCallback(
    (handle: HandleRef) => {
      const node = editor.document.node(handle.nodeId);
      if (!node) return;
      if (!from) {
        const part = handlesOf(node).find(({ id }) => id === handle.handleId);
        const words = part ? `${nodeName(node, t)}, ${t(handleWord(part))}` : nodeName(node, t);
        setFrom(handle);
        announce('live.connecting', { from: words });
        return;
      }
      if (from.nodeId === handle.nodeId && from.handleId === handle.handleId) {
        cancel();
        return;
      }
      setFrom(null);
      if (!editor.connect(from, handle)) announce('live.connectionRefused');
    },
    [editor, from, cancel, t],
  );

  return { from, press, cancel };
}
