import type { Change } from '../model/Change';
import { edgeId, type FlowEdge } from '../model/FlowEdge';
import type { GraphDocument } from '../model/GraphDocument';
import { judgeConnection, type HandleRef } from '../scene/connectionRule';

/** Joins two handles; an edge between the same two nodes is replaced. Null when the rules refuse it. */
export function connect(document: GraphDocument, one: HandleRef, other: HandleRef): readonly Change[] | null {
  const verdict = judgeConnection(document, one, other);
  if (!verdict.isAllowed) return null;
  const { source, target, flow } = verdict;
  const edge: FlowEdge = {
    id: edgeId(source.nodeId, target.nodeId),
    source: source.nodeId,
    target: target.nodeId,
    sourceHandle: source.handleId,
    targetHandle: target.handleId,
    type: flow,
  };
  const replaced = document
    .edgesOutOf(edge.source)
    .filter((known) => known.target === edge.target)
    .map((known): Change => ({ type: 'removeEdge', id: known.id }));
  return [...replaced, { type: 'addEdge', edge }];
}
