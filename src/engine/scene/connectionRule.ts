import type { FlowNode } from '../document/FlowNode';
import type { GraphDocument } from '../document/GraphDocument';
import { flowRow, type Flow } from '../nodes/flows';
import type { Handle } from '../nodes/handles';

/** One end of an edge. */
export interface HandleRef {
  readonly nodeId: string;
  readonly handleId: string;
}

export const isSameHandle = (one: HandleRef, other: HandleRef): boolean =>
  one.nodeId === other.nodeId && one.handleId === other.handleId;

export interface Connection {
  readonly source: HandleRef;
  readonly target: HandleRef;
  readonly flow: Flow;
}

export type ConnectionVerdict =
  | ({ readonly isAllowed: true } & Connection)
  | {
      readonly isAllowed: false;
      readonly reason: 'missing' | 'sameNode' | 'sameSide' | 'notConnectable' | 'otherFlow';
    };

/**
 * Text output to text input, image output to image input, nothing else (CONN-1). The two
 * ends may come in either order, since an edge can be drawn from either.
 */
export function judgeConnection(document: GraphDocument, one: HandleRef, other: HandleRef): ConnectionVerdict {
  const first = findHandle(document, one);
  const second = findHandle(document, other);
  if (!first || !second) return { isAllowed: false, reason: 'missing' };
  if (one.nodeId === other.nodeId) return { isAllowed: false, reason: 'sameNode' };
  const reason = whyNotBetween(first, second);
  if (reason) return { isAllowed: false, reason };
  const [source, target] = first.side === 'output' ? [one, other] : [other, one];
  return { isAllowed: true, source, target, flow: first.flow };
}

/** Why nothing would run between two handles of different nodes; null when their flow would. */
export function whyNotBetween(one: Handle, other: Handle): 'sameSide' | 'notConnectable' | 'otherFlow' | null {
  if (one.side === other.side) return 'sameSide';
  if (!one.isConnectable || !other.isConnectable) return 'notConnectable';
  return one.flow === other.flow ? null : 'otherFlow';
}

function findHandle(document: GraphDocument, ref: HandleRef) {
  const node = document.node(ref.nodeId);
  return node && document.kinds.handleOf(node, ref.handleId);
}

/** Why an edge cannot end on a card, or at the handle under the pointer. */
export type RefusalReason =
  | 'sameNode'
  | 'noInput'
  | 'noOutput'
  | 'notConnectable'
  | 'needsText'
  | 'needsImage'
  | 'sameSide';

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
