import type { Change } from '../document/Change';
import type { FlowEdge } from '../document/FlowEdge';
import type { GraphDocument } from '../document/GraphDocument';
import type { IdSet } from '../collections/IdSet';
import { isFoldedAway, type Folds, type Refolded } from './Folds';
import type { Hit } from './hitTest';

export interface Selection {
  readonly nodes: IdSet;
  readonly edges: IdSet;
}

const NONE: IdSet = new Set();

/** The part of the selection that the document has; the very same sets where all is there, and the document's own for all it has. */
export const selectionIn = (
  document: GraphDocument,
  { nodes = NONE, edges = NONE }: Partial<Selection>,
): Selection => ({
  nodes: those(nodes, nodes.size === document.nodeCount ? document.nodeIds : null, (id) => document.node(id)),
  edges: those(edges, edges.size === document.edgeCount ? document.edgeIds : null, (id) => document.edge(id)),
});

/** The selection without the items that these changes have removed. Costs the changes, and a copy of its ids if it was not everything. */
export function selectionAfter(
  document: GraphDocument,
  changes: readonly Change[],
  { nodes, edges }: Selection,
): Selection {
  const goneOf = (ids: IdSet, type: 'removeNode' | 'removeEdge', find: (id: string) => unknown): IdSet =>
    new Set(changes.flatMap((one) => (one.type === type && ids.has(one.id) && !find(one.id) ? one.id : [])));
  const goneNodes = goneOf(nodes, 'removeNode', (id) => document.node(id));
  const goneEdges = goneOf(edges, 'removeEdge', (id) => document.edge(id));
  return {
    nodes: without(nodes, goneNodes, document.nodeCount, () => document.nodeIds),
    edges: without(edges, goneEdges, document.edgeCount, () => document.edgeIds),
  };
}

/**
 * The selection without the items that `folded` has just hidden. Items that were hidden before stay selected, such as a hit of the
 * search. If every node is selected, every node stays selected. Missing items go too if anything was folded; else the selection is
 * returned as it is.
 */
export function seenSelection(
  document: GraphDocument,
  folds: Folds,
  folded: Refolded,
  selection: Selection,
): Selection {
  if (folded.size === 0) return selection;
  const { nodes, edges } = selectionIn(document, selection);
  if (nodes.size === document.nodeCount) return { nodes, edges };
  const shownBefore = (id: string): string => folded.get(id) ?? folds.shownIdFor(id);
  const wasSeen = ({ source, target }: FlowEdge): boolean =>
    isFoldedAway(folded, source) || shownBefore(source) !== shownBefore(target);
  const isKept = (edge: FlowEdge | undefined): boolean =>
    edge !== undefined && !(folds.hidesEdge(edge) && wasSeen(edge));
  return {
    nodes: those(nodes, null, (id) => !isFoldedAway(folded, id)),
    edges: those(edges, null, (id) => isKept(document.edge(id))),
  };
}

export const isSameSelection = (one: Selection, other: Selection): boolean =>
  isSameSet(one.nodes, other.nodes) && isSameSet(one.edges, other.edges);

/** The id of the selected edge when nothing else is selected, else null. Only then do its ends have rings to grab. */
export const soleSelectedEdge = ({ nodes, edges }: Selection): string | null => {
  const [edgeId] = edges;
  return nodes.size === 0 && edges.size === 1 && edgeId !== undefined ? edgeId : null;
};

/** The one node that is selected, alone; null for none and for several things, which have a toolbar. */
export const soleSelectedNode = ({ nodes, edges }: Selection): string | null => {
  const [nodeId] = nodes;
  return nodes.size === 1 && edges.size === 0 && nodeId !== undefined ? nodeId : null;
};

/** The selection with the hit node or edge added, or taken out when it was in; the pane changes nothing. */
export function toggledIn(selection: Selection, hit: Hit): Selection {
  if ('node' in hit) return { ...selection, nodes: toggled(selection.nodes, hit.node.id) };
  if ('edge' in hit) return { ...selection, edges: toggled(selection.edges, hit.edge.id) };
  return selection;
}

function toggled(ids: IdSet, id: string): IdSet {
  const next = new Set(ids);
  if (!next.delete(id)) next.add(id);
  return next;
}

/** `all`: the document's own ids, which are as many as `count`; they are used for all of them, since they need no copy. */
function without(ids: IdSet, gone: IdSet, count: number, all: () => IdSet): IdSet {
  if (gone.size === 0) return ids;
  if (ids.size - gone.size === count) return all();
  const left = new Set(ids);
  for (const id of gone) left.delete(id);
  return left;
}

/** `all`: where they may be all. */
function those(ids: IdSet, all: IdSet | null, find: (id: string) => unknown): IdSet {
  if (ids === all) return ids;
  for (const id of ids) if (!find(id)) return new Set(Array.from(ids).filter(find));
  return all ?? ids;
}

const isSameSet = (a: IdSet, b: IdSet): boolean =>
  a === b || (a.size === b.size && Array.from(a).every((id) => b.has(id)));
