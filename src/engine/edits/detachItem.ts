import { mustBeFinitePoint, snap, SNAP_GRID, type Vector } from '../geometry/vector';
import type { Change } from '../document/Change';
import type { FlowNode } from '../document/FlowNode';
import type { FreshIds } from '../document/FreshIds';
import type { GraphDocument } from '../document/GraphDocument';
import { takeRow } from './takeRow';

/**
 * Takes a row out of its category: it becomes a free node at the point, under its item id (or a fresh one when a
 * node has that id already); a category without rows removes itself. Empty when there is no such row.
 * @throws when the point is no place.
 */
export function detachItem(
  document: GraphDocument,
  categoryId: string,
  itemId: string,
  point: Vector,
  fresh: FreshIds,
): readonly Change[] {
  const taken = takeRow(document, categoryId, itemId);
  if (!taken) return [];
  mustBeFinitePoint(point);
  const { rowType } = taken;
  const { id: _, parentId: __, ...data } = taken.item;
  const node: FlowNode = {
    id: document.node(itemId) ? fresh.forNode(rowType) : itemId,
    type: rowType,
    position: snap(point, SNAP_GRID),
    data,
  };
  return [taken.change, { type: 'addNode', node }];
}
