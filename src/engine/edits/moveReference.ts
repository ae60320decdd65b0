import type { Change } from '../document/Change';
import type { GraphDocument } from '../document/GraphDocument';
import { referencesOf } from '../runs/requestItems';
import { moveInput } from './moveInput';

/**
 * A picture that goes with the node's runs comes to the place of another one of them, counted from 0: all that come through its edge go
 * with it. Empty where there are no such pictures, and where both come through one edge.
 */
export function moveReference(document: GraphDocument, nodeId: string, from: number, to: number): readonly Change[] {
  const references = referencesOf(document, nodeId);
  const [moved, other] = [references[from], references[to]];
  if (!moved || !other || moved.edgeId === other.edgeId) return [];
  const place = document.edgesInto(nodeId).findIndex(({ id }) => id === other.edgeId);
  return moveInput(document, moved.edgeId, place);
}
