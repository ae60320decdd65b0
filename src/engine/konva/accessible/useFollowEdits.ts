import { useEffect, type RefObject } from 'react';
import type { TextField } from '../../edits/editText';
import type { Editor } from '../../Editor';
import { hasTextField } from '../../scene/textField';
import { focusHeir, isLeft, stopAt } from './focusHeir';
import type { Speech } from './Speech';
import type { GoTo } from './useGoTo';

/**
 * Takes the focus from a node or edge of the layer to what a person adds meanwhile, such as a copy: that is selected, and the next key means
 * it. The focus goes back when undo removes it. When anything else that has the focus is removed, by the person, by undo or from outside,
 * the focus goes to its neighbour; so it does from a text whose field closes for that.
 */
export function useFollowEdits(
  root: RefObject<HTMLElement | null>,
  editor: Editor,
  goTo: GoTo,
  { words, say }: Speech,
): void {
  useEffect(() => {
    /** The nodes that the focus came from, by the added ones that it went to. */
    const origins = new Map<string, string>();
    let isAdding = false;
    let field = editor.editing;
    /** The field that had the focus, until its text was removed. */
    let closed: TextField | null = null;
    const hasField = ({ document }: Editor, text: TextField): boolean =>
      hasTextField(document.kinds, document.node(text.nodeId), text);
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
    /** Moves the focus on from the node, edge or row that had it, if that is gone. */
    const moveOn = (layer: HTMLElement, stop: HTMLElement | null, isUndone: boolean): boolean => {
      if (stop && isLeft(editor, stop)) return false;
      const originId = isUndone ? origins.get(stop?.dataset.nodeId ?? '') : undefined;
      if (originId !== undefined && editor.document.node(originId)) goTo(originId);
      else focusHeir(editor, layer, stop)?.focus({ preventScroll: true });
      return true;
    };
    return editor.subscribe((event) => {
      if (event.type === 'editing') {
        closed = field && !editor.editing && !hasField(editor, field) ? field : null;
        field = editor.editing;
      }
      if (event.type !== 'document' && event.type !== 'selection') return;
      const wasAdding = isAdding;
      isAdding =
        event.type === 'document' && event.origin === 'user' && event.changes.some(({ type }) => type === 'addNode');
      const layer = root.current;
      const focused = document.activeElement;
      const isHere = layer?.contains(focused) ?? false;
      if (event.type === 'selection') {
        if (wasAdding && isHere) follow(focused?.closest<HTMLElement>('[data-node-id]')?.dataset.nodeId);
        return;
      }
      const text = closed;
      closed = null;
      if (!layer || !(isHere || text)) return;
      const card = text && layer.querySelector<HTMLElement>(`[data-node-id="${CSS.escape(text.nodeId)}"]`);
      // The card takes the focus of a row's text.
      if (text && editor.document.node(text.nodeId)) goTo(text.nodeId);
      else if (!moveOn(layer, text ? card : stopAt(focused), event.origin === 'history')) return;
      // The person's own step is announced.
      if (event.origin === 'merge') say(words.focusMoved);
    });
  }, [root, editor, goTo, words, say]);
}
