import { useMemo, useRef } from 'react';
import type { Editor, Selection } from '../../../engine';
import { announce } from '../../../ui/live/announce';

export interface Gathering {
  /** Several are being selected one by one: walking on keeps what is selected. */
  readonly isOn: () => boolean;
  /** Adds what the keyboard stands on to the selection, or takes it out. */
  readonly toggle: (kind: keyof Selection, id: string) => void;
}

/**
 * Selecting several without a pointer. It begins with the first one that is kept, and ends as soon as anything else changes the
 * selection: Escape, a press, a deletion.
 */
export function useGathering(editor: Editor): Gathering {
  const gathered = useRef<Selection | null>(null);
  return useMemo(() => {
    const sizeOf = ({ nodes, edges }: Selection): number => nodes.size + edges.size;
    const isOn = (): boolean => gathered.current === editor.selection && sizeOf(editor.selection) > 0;
    return {
      isOn,
      toggle: (kind, id) => {
        const { selection } = editor;
        const ids = new Set(selection[kind]);
        // What the focus alone had selected is kept now.
        if (isOn() && ids.has(id)) ids.delete(id);
        else ids.add(id);
        editor.select({ ...selection, [kind]: ids });
        gathered.current = editor.selection;
        announce('live.gathered', { count: sizeOf(editor.selection) });
      },
    };
  }, [editor]);
}
