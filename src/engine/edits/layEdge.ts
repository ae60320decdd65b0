import type { Change } from '../document/Change';
import { edgeId, type FlowEdge } from '../document/FlowEdge';
import type { GraphDocument } from '../document/GraphDocument';
import type { Connection } from '../scene/connectionRule';

/**
 * The edge of an allowed connection: it takes the place of the edge between the same two nodes, and of `moved` when
 * that edge is led elsewhere (its members that we do not know go with it). `used`: ids of edges that are laid in the same step.
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
