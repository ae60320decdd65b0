import type { Editor } from '../../../engine';

const walkablesIn = (layer: HTMLElement): HTMLElement[] =>
  Array.from(layer.querySelectorAll<HTMLElement>('[data-node-id], [data-edge-id]'));

const isEdge = (element: HTMLElement): boolean => element.dataset.edgeId !== undefined;

/**
 * Calls `remove` and moves a focus that is removed with it to the neighbour: from a node to the next node, from a pipe
 * to its node's next pipe or back to the node, and to the canvas when none is left.
 */
export function handOverFocus(editor: Editor, layer: HTMLElement, remove: () => void): void {
  const walkables = walkablesIn(layer);
  const focused = document.activeElement;
  const at = walkables.findIndex((each) => each.contains(focused));
  remove();
  const from = walkables[at];
  // The document decides: an element may outlive its node until the next rendering.
  const isLeft = ({ dataset: { nodeId, edgeId } }: HTMLElement): boolean =>
    nodeId === undefined
      ? editor.document.edge(edgeId ?? '') !== undefined
      : editor.document.node(nodeId) !== undefined;
  if (!from || isLeft(from)) return;
  const before = walkables.slice(0, at).toReversed();
  const after = walkables.slice(at + 1);
  const heirs = isEdge(from)
    ? [...after.slice(0, 1).filter(isEdge), ...before]
    : [...after, ...before].filter((each) => !isEdge(each));
  const heir = heirs.find(isLeft) ?? layer.parentElement?.querySelector<HTMLElement>('[tabindex="0"]');
  heir?.focus({ preventScroll: true });
}
