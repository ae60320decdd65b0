import type { Editor } from '../../Editor';
import { categoryItems } from '../../nodes/categoryItems';

const NODE = '[data-node-id]';
const STOPS = `${NODE}, [data-edge-id], [data-item-id]`;

/** The node, edge or category row of the layer that an element is, or lies in. */
export const stopAt = (element: Element | null): HTMLElement | null => element?.closest<HTMLElement>(STOPS) ?? null;

const kindOf = ({ dataset }: HTMLElement): 'row' | 'edge' | 'node' =>
  dataset.itemId !== undefined ? 'row' : dataset.edgeId !== undefined ? 'edge' : 'node';

const cardOf = (stop: HTMLElement): HTMLElement | null => stop.closest<HTMLElement>(NODE);

/** The canvas under the layer, which takes the focus when no card is to have it. */
export const canvasOf = (layer: HTMLElement): HTMLElement | null =>
  layer.parentElement?.querySelector<HTMLElement>('[tabindex="0"]') ?? null;

/** Whether the canvas shows it (still): an element may outlive its node, or the unfolded frame around that, until the next rendering. */
export function isLeft(editor: Editor, stop: HTMLElement): boolean {
  const { itemId, edgeId } = stop.dataset;
  if (editor.scene.folds.isHidden(cardOf(stop)?.dataset.nodeId ?? '')) return false;
  if (edgeId !== undefined) return editor.document.edge(edgeId) !== undefined;
  const node = editor.document.node(cardOf(stop)?.dataset.nodeId ?? '');
  return node !== undefined && (itemId === undefined || categoryItems(node).some(({ id }) => id === itemId));
}

/**
 * The neighbour that takes the focus over from what is gone: from a node the next node, from an edge its node's next edge or the node, from
 * a row the next row of its card or the card. The canvas when none is left.
 */
export function focusHeir(editor: Editor, layer: HTMLElement, gone: HTMLElement | null): HTMLElement | null {
  const card = gone && cardOf(gone);
  if (card && card !== gone && !isLeft(editor, card)) return focusHeir(editor, layer, card);
  const stops = Array.from(layer.querySelectorAll<HTMLElement>(STOPS));
  const at = gone ? stops.indexOf(gone) : -1;
  const before = stops.slice(0, Math.max(0, at)).toReversed();
  const after = at < 0 ? [] : stops.slice(at + 1);
  const kind = gone && kindOf(gone);
  const isKin = (stop: HTMLElement): boolean => kindOf(stop) === kind;
  const isNode = (stop: HTMLElement): boolean => kindOf(stop) === 'node';
  const heirs =
    kind === 'node'
      ? [...after, ...before].filter(isNode)
      : [...after.slice(0, 1).filter(isKin), ...before.filter((stop) => isKin(stop) || isNode(stop))];
  return heirs.find((stop) => isLeft(editor, stop)) ?? canvasOf(layer);
}
