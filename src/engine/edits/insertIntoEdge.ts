import type { Change } from '../document/Change';
import type { FlowNode } from '../document/FlowNode';
import type { GraphDocument } from '../document/GraphDocument';
import { judgeConnection, type Connection, type HandleRef } from '../scene/connectionRule';
import { holderOf } from '../scene/edgeAt';
import { fittingHandle } from '../scene/fittingHandle';
import { layEdge } from './layEdge';

function joined(document: GraphDocument, from: HandleRef | null, node: FlowNode): Connection | null {
  const handle = from && fittingHandle(document, from, node);
  const verdict = handle && judgeConnection(document, from, { nodeId: node.id, handleId: handle.id });
  return verdict?.isAllowed ? verdict : null;
}

/**
 * Puts a node into an edge, whose flow then goes through the node. Null when the node does not both take and give that flow,
 * or is at an end of the edge.
 */
export function insertIntoEdge(document: GraphDocument, edgeId: string, nodeId: string): readonly Change[] | null {
  const edge = document.edge(edgeId);
  const node = document.node(nodeId);
  if (!edge || !node) return null;
  const into = joined(document, holderOf(document, edge, 'target'), node);
  const outOf = joined(document, holderOf(document, edge, 'source'), node);
  if (!into || !outOf) return null;
  const first = layEdge(document, into, edge);
  const used = new Set(first.flatMap((change) => (change.type === 'addEdge' ? [change.edge.id] : [])));
  return [...first, ...layEdge(document, outOf, null, used)];
}

/** Whether nodes like this one take something and give the same on: only such are put into edges. */
export function canBeInserted({ kinds }: GraphDocument, node: FlowNode): boolean {
  const handles = kinds.handlesOf(node).filter(({ isConnectable }) => isConnectable);
  return handles.some((one) => handles.some((other) => one.side !== other.side && one.flow === other.flow));
}
