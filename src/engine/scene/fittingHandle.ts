import type { FlowNode } from '../document/FlowNode';
import type { GraphDocument } from '../document/GraphDocument';
import { flowRow } from '../nodes/flows';
import type { Handle } from '../nodes/handles';
import { judgeConnection, type HandleRef } from './connectionRule';

/** Why an edge from a handle ends nowhere on a card, or not at the handle it is led to. */
export type RefusalReason =
  'sameNode' | 'noInput' | 'noOutput' | 'notConnectable' | 'needsText' | 'needsImage' | 'sameSide';

/** The handle of the node that takes or feeds the edge; null where none fits. */
export const fittingHandle = (document: GraphDocument, from: HandleRef, node: FlowNode): Handle | null =>
  document.kinds
    .handlesOf(node)
    .find(({ id }) => judgeConnection(document, from, { nodeId: node.id, handleId: id }).isAllowed) ?? null;

/** Why the node does not take the edge, at this handle or at any. */
export function whyRefused(
  document: GraphDocument,
  from: HandleRef,
  node: FlowNode,
  handle: Handle | null = null,
): RefusalReason {
  if (node.id === from.nodeId) return 'sameNode';
  const fromNode = document.node(from.nodeId);
  const begin = fromNode && document.kinds.handleOf(fromNode, from.handleId);
  const isForward = begin?.side !== 'input';
  if (handle && handle.side === begin?.side) return 'sameSide';
  const others = (handle ? [handle] : document.kinds.handlesOf(node)).filter(({ side }) => side !== begin?.side);
  if (others.length === 0) return isForward ? 'noInput' : 'noOutput';
  if (!others.some(({ isConnectable }) => isConnectable)) return 'notConnectable';
  // An input says what it needs, whichever end the edge was begun at.
  const input = isForward ? others.find(({ isConnectable }) => isConnectable) : begin;
  return flowRow(input?.flow).refusal;
}
