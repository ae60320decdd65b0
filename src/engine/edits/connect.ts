import type { Change } from '../document/Change';
import { edgeId, type FlowEdge } from '../document/FlowEdge';
import type { FlowNode } from '../document/FlowNode';
import type { GraphDocument } from '../document/GraphDocument';
import { judgeConnection, type HandleRef, type Connection, fittingHandle } from '../scene/connectionRule';
import { holderOf } from '../scene/edgeAt';

/**
 * The edge of an allowed connection: it takes the place of the edge between the same two nodes, and of `moved` when
 * that edge is reconnected (its members that we do not know go with it). `used`: ids of edges that are laid in the same step.
 */
export function layEdge(
  document: GraphDocument,
  connection: Connection,
  moved: FlowEdge | null = null,
  used: ReadonlySet<string> = new Set(),
): Change[] {
  const { source, target, flow } = connection;
  const gone = new Set(
    document
      .edgesOutOf(source.nodeId)
      .filter((known) => known.target === target.nodeId)
      .map(({ id }) => id),
  );
  if (moved) gone.add(moved.id);
  const edge: FlowEdge = {
    ...moved,
    id: freeEdgeId(document, source.nodeId, target.nodeId, gone, used),
    source: source.nodeId,
    target: target.nodeId,
    sourceHandle: source.handleId,
    targetHandle: target.handleId,
    type: flow,
  };
  return [...Array.from(gone, (id): Change => ({ type: 'removeEdge', id })), { type: 'addEdge', edge }];
}

/**
 * The id of EDGE-1, unless another pair has it already (`a` to `b-c` and `a-b` to `c` share one) or a node has: an edge
 * with a node's id is dropped at the next loading. Then the first free number follows it. `gone` will be removed, `used`
 * will be added.
 */
export function freeEdgeId(
  document: GraphDocument,
  source: string,
  target: string,
  gone: ReadonlySet<string>,
  used: ReadonlySet<string> = new Set(),
): string {
  const id = edgeId(source, target);
  const isTaken = (candidate: string): boolean =>
    used.has(candidate) ||
    document.node(candidate) !== undefined ||
    (document.edge(candidate) !== undefined && !gone.has(candidate));
  let free = id;
  for (let number = 2; isTaken(free); number++) free = `${id}-${number}`;
  return free;
}

/** Joins two handles; an edge between the same two nodes is replaced. Null when the rules refuse it. */
export function connect(document: GraphDocument, one: HandleRef, other: HandleRef): readonly Change[] | null {
  const verdict = judgeConnection(document, one, other);
  return verdict.isAllowed ? layEdge(document, verdict) : null;
}

/** A handle, or a node any handle of which will do. */
export interface ConnectTarget {
  readonly nodeId: string;
  readonly handleId: string | null;
}

/**
 * The connection of a node parallel to that of `anchor`, from a handle on the same side: at the handle `at`, or else at the one that fits.
 * Null if the rules allow none.
 */
export function connectionBeside(
  document: GraphDocument,
  anchor: HandleRef,
  nodeId: string,
  at: ConnectTarget,
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
  aims: readonly ConnectTarget[],
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
