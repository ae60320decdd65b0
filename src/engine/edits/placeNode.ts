import type { FreshIds } from '../document/FreshIds';
import { mustBeFinitePoint, snap, SNAP_GRID, type Vector, ORIGIN } from '../geometry/vector';
import type { Change } from '../document/Change';
import type { FlowNode, NodeData } from '../document/FlowNode';
import type { Size } from '../geometry/viewport';
import type { NodeKinds } from '../nodes/NodeKinds';
import { NODE_KINDS } from '../nodes/registry';

/**
 * A node as it comes from the palette: its top left corner is the drop point on the grid, and its data holds the model's name,
 * null for input nodes (DROP-3).
 * @throws when the point is no place.
 */
export function newNode(id: string, type: string, model: string | null, point: Vector): FlowNode {
  mustBeFinitePoint(point);
  return { id, type, position: snap(point, SNAP_GRID), data: { model, data: null } };
}

export const placeNode = (node: FlowNode): readonly Change[] => [{ type: 'addNode', node }];

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
