import type { Flow } from '../model/FlowEdge';
import type { GraphDocument } from '../model/GraphDocument';
import { handleOf } from '../model/handles';

/** One end of a pipe. */
export interface HandleRef {
  readonly nodeId: string;
  readonly handleId: string;
}

export type ConnectionVerdict =
  | { readonly isAllowed: true; readonly source: HandleRef; readonly target: HandleRef; readonly flow: Flow }
  | {
      readonly isAllowed: false;
      readonly reason: 'missing' | 'sameNode' | 'sameSide' | 'notConnectable' | 'otherFlow';
    };

/**
 * product.md sections 4 and 5: text output to text input, image output to image input, nothing else. The two
 * ends may come in either order, since a pipe can be drawn from either.
 */
export function judgeConnection(document: GraphDocument, one: HandleRef, other: HandleRef): ConnectionVerdict {
  const first = findHandle(document, one);
  const second = findHandle(document, other);
  if (!first || !second) return { isAllowed: false, reason: 'missing' };
  if (one.nodeId === other.nodeId) return { isAllowed: false, reason: 'sameNode' };
  if (first.side === second.side) return { isAllowed: false, reason: 'sameSide' };
  if (!first.isConnectable || !second.isConnectable) return { isAllowed: false, reason: 'notConnectable' };
  const flow = first.flow;
  if (flow !== second.flow || flow === 'video' || flow === 'audio') return { isAllowed: false, reason: 'otherFlow' };
  const [source, target] = first.side === 'output' ? [one, other] : [other, one];
  return { isAllowed: true, source, target, flow };
}

function findHandle(document: GraphDocument, ref: HandleRef) {
  const node = document.node(ref.nodeId);
  return node && handleOf(node, ref.handleId);
}
