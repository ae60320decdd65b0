import type { Vector } from '../geometry/vector';
import type { Change } from '../model/Change';
import type { GraphDocument } from '../model/GraphDocument';
import { detachItem } from './detachItem';
import { moveItem } from './moveItem';

/**
 * A category's row was let go: over its own category it stays, over another one it moves there, anywhere else (a null
 * target) it becomes a node of its own at the point.
 */
export function placeItem(
  document: GraphDocument,
  row: { readonly nodeId: string; readonly itemId: string },
  targetId: string | null,
  point: Vector,
  freshId: () => string,
): readonly Change[] {
  const { nodeId, itemId } = row;
  if (targetId === null) return detachItem(document, nodeId, itemId, point, freshId);
  return moveItem(document, nodeId, itemId, targetId, freshId);
}
