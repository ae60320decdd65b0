import { mustBeFinitePoint, snap, SNAP_GRID, type Vector } from '../geometry/vector';
import type { Change } from '../document/Change';
import type { FlowNode } from '../document/FlowNode';

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
