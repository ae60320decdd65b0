import type { Vector } from '../geometry/vector';
import type { Change } from '../document/Change';
import type { FreshIds } from '../document/FreshIds';
import type { GraphDocument } from '../document/GraphDocument';
import type { RowSlot } from '../scene/dropTarget';
import { detachItem } from './detachItem';
import { moveItem } from './moveItem';
import { moveRow } from './moveRow';

/**
 * Drops a category's row: over its own category it goes to the slot, over another one it moves there, anywhere else (a
 * null target) it becomes a node of its own at the point.
 */
export function placeItem(
  document: GraphDocument,
  row: { readonly nodeId: string; readonly itemId: string },
  { targetId, slot }: RowSlot,
  point: Vector,
  fresh: FreshIds,
): readonly Change[] {
  const { nodeId, itemId } = row;
  if (targetId === null) return detachItem(document, nodeId, itemId, point, fresh);
  if (slot !== null) return moveRow(document, nodeId, itemId, slot);
  return moveItem(document, nodeId, itemId, targetId, fresh);
}
