import { type FlowEdge, type FlowNode, isEmptyCategory, type Snapshot } from '../../engine';
import { type Lost, mergeLists, mergeValues, type Relative } from './mergeValues';
import type { Json } from './sameValue';

export interface Merge {
  readonly merged: Snapshot;
  /** What of mine did not survive; empty when all of it did. */
  readonly lost: readonly Lost[];
}

const otherMembers = ({ nodes: _nodes, edges: _edges, viewport: _viewport, ...rest }: Snapshot): Json => rest;

/**
 * Brings my work on `base` and the server's later state together, by node, edge and category item id
 * (MERGE-1 to MERGE-4): the same field of the same node stays the server's, removed beats edited, edges of missing nodes go, a
 * category that both emptied too, and the viewport is mine.
 */
export function mergeSnapshots(
  base: Snapshot,
  mine: Snapshot,
  theirs: Snapshot,
  relatives: readonly Relative<Snapshot>[] = [],
): Merge {
  if (base === theirs) return { merged: mine, lost: [] };
  const lost: Lost[] = [];
  const listsOf = (list: 'nodes' | 'edges') =>
    relatives.map(({ shared, now }) => ({ shared: shared[list], now: now[list] }));
  const nodes: FlowNode[] = mergeLists(base.nodes, mine.nodes, theirs.nodes, '/nodes', lost, listsOf('nodes')).filter(
    (node) => !isEmptyCategory(node),
  );
  const nodeIds = new Set(nodes.map(({ id }) => id));
  const known = new Set([...base.edges, ...theirs.edges].map(({ id }) => id));
  const merges = mergeLists(base.edges, mine.edges, theirs.edges, '/edges', lost, listsOf('edges'));
  const edges: FlowEdge[] = merges.filter((edge) => {
    const isWhole = nodeIds.has(edge.source) && nodeIds.has(edge.target);
    if (!isWhole && !known.has(edge.id)) lost.push({ path: `/edges/${edge.id}`, mine: edge });
    return isWhole;
  });
  const rest = mergeValues(otherMembers(base), otherMembers(mine), otherMembers(theirs), '', lost) as Json;
  return { merged: { ...rest, nodes, edges, viewport: mine.viewport }, lost };
}
