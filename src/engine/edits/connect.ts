import type { Change } from '../document/Change';
import type { GraphDocument } from '../document/GraphDocument';
import { judgeConnection, type HandleRef } from '../scene/connectionRule';
import { layEdge } from './layEdge';

/** Joins two handles; an edge between the same two nodes is replaced. Null when the rules refuse it. */
export function connect(document: GraphDocument, one: HandleRef, other: HandleRef): readonly Change[] | null {
  const verdict = judgeConnection(document, one, other);
  return verdict.isAllowed ? layEdge(document, verdict) : null;
}
