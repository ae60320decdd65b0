import { useEffect, type RefObject } from 'react';
import type { TextField } from '../../edits/editText';
import type { Editor } from '../../Editor';
import { hasTextField } from '../../scene/textField';
import { canvasOf, focusHeir, isLeft, stopAt } from './focusHeir';
import type { Speech } from './layerWords';
import type { useGoTo } from './useGoTo';

/**
 * Takes the focus from a node or edge of the layer to what a person adds meanwhile, such as a copy: that is selected, and the next key means
 * it. The focus goes back when undo removes it. When the person or undo removes anything else that has the focus, it goes to the neighbour,
 * and when they fold a frame over it, to the frame. When others do that, or the text that is being written closes, it goes to the canvas and
 * nothing is selected: the next key, which the person means for what was there, hits nothing else.
 */
export function useFollowEdits(
  root: RefObject<HTMLElement | null>,
  editor: Editor,
  { goTo, isAwaited }: Pick<ReturnType<typeof useGoTo>, 'goTo' | 'isAwaited'>,
  { words, say }: Speech,
): void {
  useEffect(() => {
    /** The nodes that the focus came from, by the added ones that it went to. */
    const origins = new Map<string, string>();
    let isAdding = false;
    let field = editor.editing;
    /** True from the closing of a text that was removed until the change that removed it is told. */
    let isClosed = false;
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
    const leave = (layer: HTMLElement): void => {
      editor.select({});
      canvasOf(layer)?.focus({ preventScroll: true });
    };
    /** Moves the focus on from what had it, unless that is back, or the focus elsewhere, once the whole edit is done. */
    const moveOn = (layer: HTMLElement, focused: Element | null, origin: string): void => {
      const stop = stopAt(focused);
      const id = stop?.closest<HTMLElement>('[data-node-id]')?.dataset.nodeId ?? '';
      const { folds } = editor.scene;
      if (stop && isLeft(editor, stop)) return;
      const originId = origins.get(id) ?? '';
      const heir = focusHeir(editor, layer, stop);
      queueMicrotask(() => {
        const now = document.activeElement;
        if ((stop && isLeft(editor, stop)) || isAwaited() || (now !== focused && now !== document.body)) return;
        if (origin === 'merge') {
          leave(layer);
          // The person's own step is announced.
          say(words.focusMoved);
        } else if (folds.isHidden(id)) goTo(folds.shownIdFor(id));
        else if (origin === 'history' && editor.document.node(originId)) goTo(originId);
        else heir?.focus({ preventScroll: true });
      });
    };
    return editor.subscribe((event) => {
      if (event.type === 'editing') {
        isClosed = field !== null && !editor.editing && !hasField(editor, field);
        field = editor.editing;
      }
      if (event.type !== 'document' && event.type !== 'selection') return;
      const wasAdding = isAdding;
      isAdding =
        event.type === 'document' && event.origin === 'user' && event.changes.some(({ type }) => type === 'addNode');
      const layer = root.current;
      if (!layer) return;
      const focused = document.activeElement;
      const isHere = layer.contains(focused);
      if (event.type === 'selection') {
        if (wasAdding && isHere) follow(focused?.closest<HTMLElement>('[data-node-id]')?.dataset.nodeId);
        return;
      }
      if (isHere) moveOn(layer, focused, event.origin);
      else if (isClosed) {
        leave(layer);
        if (event.origin === 'merge') say(words.focusMoved);
      }
      isClosed = false;
    });
  }, [root, editor, goTo, isAwaited, words, say]);
}
