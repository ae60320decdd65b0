import { useEffect, type RefObject } from 'react';
import type { Editor } from '../../Editor';
import type { GoTo } from './useGoTo';

/**
 * Takes the focus from a node or edge of the layer to what a person adds meanwhile, such as a copy: that is selected, and the next key means
 * it. The focus goes back when undo removes it.
 */
export function useFollowAdded(root: RefObject<HTMLElement | null>, editor: Editor, goTo: GoTo): void {
  useEffect(() => {
    /** The nodes that the focus came from, by the added ones that it went to. */
    const origins = new Map<string, string>();
    let isAdding = false;
    const follow = (focusedId: string | undefined): void => {
      const added = editor.document.node(Array.from(editor.selection.nodes)[0] ?? '');
      // A card in a folded frame is found at the frame.
      const id = added && editor.scene.folds.shownFor(added).id;
      if (id === undefined || id === focusedId) return;
      if (focusedId !== undefined) origins.set(id, focusedId);
      // The same edit may open a text, which takes the focus then.
      queueMicrotask(() => {
        if (!editor.editing) goTo(id);
      });
    };
    return editor.subscribe((event) => {
      if (event.type !== 'document' && event.type !== 'selection') return;
      const wasAdding = isAdding;
      isAdding =
        event.type === 'document' && event.origin === 'user' && event.changes.some(({ type }) => type === 'addNode');
      const focused = document.activeElement;
      if (!focused || !root.current?.contains(focused)) return;
      const focusedId = focused.closest<HTMLElement>('[data-node-id]')?.dataset.nodeId;
      if (event.type === 'selection') {
        if (wasAdding) follow(focusedId);
        return;
      }
      const isUndone = event.origin === 'history' && focusedId !== undefined && !editor.document.node(focusedId);
      const originId = isUndone ? origins.get(focusedId) : undefined;
      if (originId !== undefined) goTo(originId);
    });
  }, [root, editor, goTo]);
}
