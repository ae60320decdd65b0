import { useMemo, useRef } from 'react';
import type { Editor } from '../../Editor';
import type { Selection } from '../../scene/selection';
import type { Speech } from './layerWords';

export interface Gathering {
  /** True while several are being selected one by one: walking on keeps the selection. */
  readonly isOn: () => boolean;
  /** Adds the focused node or edge to the selection, or removes it. */
  readonly toggle: (kind: keyof Selection, id: string) => void;
}

/**
 * Selecting several without a pointer. It begins with the first one that is kept, and ends when anything else changes
 * the selection: Escape, a press, a deletion.
 */
export function useGathering(editor: Editor, { words, say }: Speech): Gathering {
  const gathered = useRef<Selection | null>(null);
  return useMemo(() => {
    const sizeOf = ({ nodes, edges }: Selection): number => nodes.size + edges.size;
    const isOn = (): boolean => gathered.current === editor.selection && sizeOf(editor.selection) > 0;
    return {
      isOn,
      toggle: (kind, id) => {
        const { selection } = editor;
        const ids = new Set(selection[kind]);
        // A selection made by the focus alone is kept from now on.
        if (isOn() && ids.has(id)) ids.delete(id);
        else ids.add(id);
        editor.select({ ...selection, [kind]: ids });
        gathered.current = editor.selection;
        say(words.gathered(sizeOf(editor.selection)));
      },
    };
  }, [editor, words, say]);
}
