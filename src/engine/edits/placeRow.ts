import type { Size } from '../geometry/viewport';
import { ORIGIN, SNAP_GRID, type Vector } from '../geometry/vector';
import type { FlowNode, NodeData } from '../document/FlowNode';
import type { FreshIds } from '../document/FreshIds';
import type { NodeKinds } from '../nodes/NodeKinds';
import { NODE_KINDS } from '../nodes/registry';
import { newNode } from './placeNode';

/** Least room between two nodes of a row, each of which stands on the grid. */
const GAP = 2 * SNAP_GRID;
const onGrid = (end: number): number => Math.ceil((end + GAP) / SNAP_GRID) * SNAP_GRID;

/** Size of a row of so many empty nodes of a kind; world pixels. */
export function rowSize(type: string, count: number, kinds: NodeKinds = NODE_KINDS): Size {
  const { width, height } = kinds.sizeOf(newNode('', type, null, ORIGIN));
  return { width: (count - 1) * onGrid(width) + width, height };
}

/** Nodes of one kind with these data, side by side from a point to the right. */
export function placeRow(
  kinds: NodeKinds,
  type: string,
  at: Vector,
  data: readonly NodeData[],
  fresh: FreshIds,
): FlowNode[] {
  const ids = fresh.forNodes(type, data.length);
  let { x } = at;
  return ids.map((id, index) => {
    const empty = newNode(id, type, null, { x, y: at.y });
    const node = { ...empty, data: { ...empty.data, ...data[index] } };
    x = onGrid(node.position.x + kinds.sizeOf(node).width);
    return node;
  });
}
