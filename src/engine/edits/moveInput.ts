import type { Change } from '../document/Change';
import type { GraphDocument } from '../document/GraphDocument';
import { referencesOf } from '../runs/requestItems';

/**
 * Moves an edge to another index among its target's inputs, from 0; a run gets the inputs in that order.
 * Empty when it is there already, or is not there.
 */
export function moveInput(document: GraphDocument, edgeId: string, index: number): readonly Change[] {
  const edge = document.edge(edgeId);
  const inputs = edge ? document.edgesInto(edge.target) : [];
  const from = inputs.findIndex(({ id }) => id === edgeId);
  if (!edge || index === from || index < 0 || index >= inputs.length) return [];
  const next = inputs.toSpliced(from, 1).toSpliced(index, 0, edge);
  // The edges before both indexes stay; the others are added again after them.
  const anew = next.slice(Math.min(from, index));
  return [
    ...anew.map(({ id }): Change => ({ type: 'removeEdge', id })),
    ...anew.map((input): Change => ({ type: 'addEdge', edge: input })),
  ];
}

/**
 * A picture that goes with the node's runs comes to the place of another one of them, counted from 0: all that come through its edge go
 * with it. Empty where there are no such pictures, and where both come through one edge.
 */
export function moveReference(document: GraphDocument, nodeId: string, from: number, to: number): readonly Change[] {
  const references = referencesOf(document, nodeId);
  const [moved, other] = [references[from], references[to]];
  if (!moved || !other || moved.edgeId === other.edgeId) return [];
  const index = document.edgesInto(nodeId).findIndex(({ id }) => id === other.edgeId);
  return moveInput(document, moved.edgeId, index);
}
