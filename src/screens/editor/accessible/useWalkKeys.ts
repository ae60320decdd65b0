import { useEffect, useLayoutEffect, useRef, type RefObject } from 'react';
import { nodeSize, type Editor, type Vector } from '../../../engine';
import { nodeBeside } from './nodeBeside';
import { reveal } from './reveal';

const DIRECTIONS: Readonly<Record<string, Vector>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};

/** At rest, and on the way to the other end of a pipe. */
const WALKABLE = new Set(['select.idle', 'select.leading']);

const isTyping = ({ target }: KeyboardEvent): boolean =>
  target instanceof Element && target.closest('input, textarea, select') !== null;

/** Gives the focus to the node that was walked to as soon as it has its element. */
function focusWanted(layer: HTMLElement | null, wanted: RefObject<string | null>): void {
  if (wanted.current === null) return;
  const group = layer?.querySelector<HTMLElement>(`[data-node-id="${CSS.escape(wanted.current)}"]`);
  if (!group) return;
  wanted.current = null;
  group.focus({ preventScroll: true });
}

/**
 * Control (command on a Mac) with an arrow, from the stage or any node: the focus goes to the next node that way, wherever it
 * lies, and the view with it. Tab alone would end at the edge of the view.
 */
export function useWalkKeys(
  root: RefObject<HTMLElement | null>,
  editor: Editor,
  standsOn: string | null,
  standOn: (nodeId: string) => void,
): void {
  const wanted = useRef<string | null>(null);

  useLayoutEffect(() => {
    focusWanted(root.current, wanted);
  });

  useEffect(() => {
    const area = root.current?.parentElement;
    if (!area) return undefined;
    const onKeyDown = (event: KeyboardEvent): void => {
      const direction = DIRECTIONS[event.key];
      const isMeant = (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey && !isTyping(event);
      if (!direction || !isMeant || !WALKABLE.has(editor.state)) return;
      event.preventDefault();
      const [selectedId] = editor.selection.nodes;
      const from = editor.document.node(wanted.current ?? standsOn ?? selectedId ?? '');
      const box = from ? { ...from.position, ...nodeSize(from) } : editor.visibleBox();
      const centre = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
      const next = nodeBeside(editor, centre, from ? direction : null, from?.id);
      if (!next) return;
      wanted.current = next.id;
      standOn(next.id);
      reveal(editor, { ...next.position, ...nodeSize(next) });
      focusWanted(root.current, wanted);
    };
    area.addEventListener('keydown', onKeyDown);
    return () => area.removeEventListener('keydown', onKeyDown);
  }, [root, editor, standsOn, standOn]);
}
