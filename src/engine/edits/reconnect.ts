import type { Change } from '../document/Change';
import type { GraphDocument } from '../document/GraphDocument';
import { judgeConnection, type HandleRef } from '../scene/connectionRule';
import { layEdge } from './layEdge';

/**
 * Leads an edge to another handle: one of its ends, `held`, stays, the other goes to `to`. Empty when it is there
 * already, null when the rules refuse it or the edge is gone. It goes to the end of the list, as a new one does.
 */
export function reconnect(
  document: GraphDocument,
  edgeId: string,
  held: HandleRef,
  to: HandleRef,
): readonly Change[] | null {
  const edge = document.edge(edgeId);
  const verdict = judgeConnection(document, held, to);
  if (!edge || !verdict.isAllowed) return null;
  const { source, target } = verdict;
  const isThere =
    edge.source === source.nodeId &&
    edge.target === target.nodeId &&
    edge.sourceHandle === source.handleId &&
    edge.targetHandle === target.handleId;
  return isThere ? [] : layEdge(document, verdict, edge);
}
