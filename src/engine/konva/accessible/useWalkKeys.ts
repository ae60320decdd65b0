import { useEffect, type RefObject } from 'react';
import type { Editor } from '../../Editor';
import { arrowDirection, nodeBeside } from './nodeBeside';
import type { GoTo } from './useGoTo';

/** States in which the focus may walk: at rest, and during a connection by keys. */
const WALKABLE = new Set(['select.idle', 'select.keyboardConnecting']);

/**
 * Control (command on a Mac) with an arrow, from the stage or any node, moves the focus to the next node that way,
 * wherever it is, and the view follows. Tab alone would end at the edge of the view.
 */
export function useWalkKeys(
  root: RefObject<HTMLElement | null>,
  editor: Editor,
  focusedId: string | null,
  goTo: GoTo,
): void {
  useEffect(() => {
    const area = root.current?.parentElement;
    if (!area) return undefined;
    const onKeyDown = (event: KeyboardEvent): void => {
      const direction = arrowDirection(event, false);
      if (!direction || !WALKABLE.has(editor.state)) return;
      event.preventDefault();
      const [selectedId] = editor.selection.nodes;
      const from = editor.document.node(focusedId ?? selectedId ?? '');
      const box = from ? editor.scene.committedBoxOf(from) : editor.view.visibleBox();
      const centre = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
      const next = nodeBeside(editor, centre, from ? direction : null, ({ id }) => id !== from?.id);
      if (next) goTo(next.id);
    };
    area.addEventListener('keydown', onKeyDown);
    return () => area.removeEventListener('keydown', onKeyDown);
  }, [root, editor, focusedId, goTo]);
}
