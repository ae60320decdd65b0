import { snap, SNAP_GRID, type Vector } from '../geometry/vector';
import type { Change } from '../model/Change';
import type { FlowNode } from '../model/FlowNode';
import type { NodeType } from '../model/nodeKinds';

/**
 * A node as it comes from the palette: its id is type + '_node_' + a unique id, its top left corner is the drop
 * point on the grid, and its data holds the model's name, null for input nodes (DROP-3).
 */
export function newNode(type: NodeType, model: string | null, point: Vector, uniqueId: string): FlowNode {
  return { id: `${type}_node_${uniqueId}`, type, position: snap(point, SNAP_GRID), data: { model, data: null } };
}

export const placeNode = (node: FlowNode): readonly Change[] => [{ type: 'addNode', node }];
