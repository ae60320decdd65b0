import type { Change } from '../document/Change';
import type { GraphDocument } from '../document/GraphDocument';
import { judgeConnection, type Connection, type HandleRef } from '../scene/connectionRule';
import { fittingHandle } from '../scene/fittingHandle';
import { layEdge } from './layEdge';

/** A handle, or a node any handle of which will do. */
export interface Aim {
  readonly nodeId: string;
  readonly handleId: string | null;
}

/**
 * How a node is joined to another one beside `anchor`, from a handle on the same side: at the handle `at`, else at the one that fits. Null
 * where the rules allow none.
 */
export function connectionBeside(
  document: GraphDocument,
  anchor: HandleRef,
  nodeId: string,
  at: Aim,
): Connection | null {
  const node = document.node(nodeId);
  const other = document.node(at.nodeId);
  const held = document.node(anchor.nodeId);
  const side = held && document.kinds.handleOf(held, anchor.handleId)?.side;
  if (!node || !other) return null;
  for (const handle of document.kinds.handlesOf(node)) {
    if (handle.side !== side) continue;
    const from: HandleRef = nodeId === anchor.nodeId ? anchor : { nodeId, handleId: handle.id };
    for (const handleId of [at.handleId, fittingHandle(document, from, other)?.id ?? null]) {
      const verdict = handleId === null ? null : judgeConnection(document, from, { nodeId: other.id, handleId });
      if (verdict?.isAllowed) return verdict;
    }
  }
  return null;
}

/** Joins each of the nodes to each of the aims, as `connectionBeside`, and tells which could be joined to none. */
export function connectMany(
  document: GraphDocument,
  anchor: HandleRef,
  nodeIds: Iterable<string>,
  aims: readonly Aim[],
): { readonly changes: readonly Change[]; readonly refused: readonly string[] } {
  const changes: Change[] = [];
  const refused: string[] = [];
  const used = new Set<string>();
  for (const nodeId of nodeIds) {
    const others = aims.filter((aim) => aim.nodeId !== nodeId);
    const connections = others.flatMap((aim) => connectionBeside(document, anchor, nodeId, aim) ?? []);
    if (others.length > 0 && connections.length === 0) refused.push(nodeId);
    for (const connection of connections) {
      for (const change of layEdge(document, connection, null, used)) {
        changes.push(change);
        if (change.type === 'addEdge') used.add(change.edge.id);
      }
    }
  }
  return { changes, refused };
}
