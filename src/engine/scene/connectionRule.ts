import type { Flow } from '../document/FlowEdge';
import type { GraphDocument } from '../document/GraphDocument';
import type { Handle } from '../nodes/handles';

/** One end of an edge. */
export interface HandleRef {
  readonly nodeId: string;
  readonly handleId: string;
}

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
