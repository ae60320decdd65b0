import type { Box } from '../geometry/box';
import type { Change } from '../document/Change';
import type { GraphDocument } from '../document/GraphDocument';

/** Resizes a node to this box, but never below its kind's least size. Empty when it is gone, or its kind has a size of its own. */
export function resizeNode(document: GraphDocument, id: string, box: Box): readonly Change[] {
  const node = document.node(id);
  const least = node && document.kinds.of(node.type)?.leastSize;
  if (!node || !least || document.kinds.isFolded(node)) return [];
  const width = Math.max(least.width, box.width);
  const height = Math.max(least.height, box.height);
  return [
    { type: 'moveNode', id, position: { x: box.x, y: box.y } },
    { type: 'setData', id, data: { width, height } },
  ];
}
