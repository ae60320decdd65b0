import {
  type Change,
  type FlowEdge,
  type FlowNode,
  type ListChanges,
  type Snapshot,
  type Touched,
  categoryItems,
  fieldChanges,
  GraphDocument,
  PendingChanges,
} from '../../../engine';
import { restOf, withoutView } from '../patch/Encoding';
import { isSame, type JsonObject } from '../patch/sameValue';
import type { EarlierWork } from '../PendingSave';
import { mergeMovedWords } from './mergeMovedWords';
import { type Lost, mergeItem, MergePlace, mergeValues, type RelatedTabs, type Sides } from './mergeValues';

/** The document that others' changes are merged into. */
export type MergedDocument = Pick<GraphDocument, 'node' | 'edge' | 'nodeIndex' | 'edgeIndex' | 'edgeIdsAt' | 'kinds'>;

interface Merging {
  readonly document: MergedDocument;
  /** The changes to merge in. */
  readonly incoming: PendingChanges;
  /**
   * The document's own changes since the base of `incoming`: then the document is mine, and the server's changes come
   * in. Null: the document is the server's, and my changes come in.
   */
  readonly own: PendingChanges | null;
  /** The state that `incoming` starts from; needed where `own` is null, for the order of what I added or moved. */
  readonly base?: Pick<Snapshot, 'nodes' | 'edges'>;
  readonly relatives?: RelatedTabs;
}

/** The changes of a merge, in two steps: the additions' indexes are known after the first one. */
export interface MergePlan {
  /** My values that do not survive; empty when all do. */
  readonly lost: readonly Lost[];
  /** Removals and replacements. */
  readonly changes: readonly Change[];
  /** Additions, with the words for what I moved; ask for them once `changes` are applied, and noted in `own`. */
  readonly additions: () => readonly Change[];
}

/**
 * Merges changes into a document by node, edge and category row (MERGE-1 to MERGE-3): the same field of the same node
 * stays the server's, removed beats edited, edges of missing nodes go, and so does a category that both emptied. Reads
 * only what the changes touched.
 */
export function planMerge({ document, incoming, own, base, relatives = [] }: Merging): MergePlan {
  incoming.settle();
  own?.settle();
  const lost: Lost[] = [];
  const changes: Change[] = [];
  const comingNodes = new Map<string, FlowNode>();
  const comingEdges = new Map<string, FlowEdge>();
  const gone = new Set<string>();

  const place = new MergePlace(lost, relatives);
  const sidesOf = <T>({ base, next }: Touched<T>, here: T | undefined): Sides<T | undefined> => {
    const [mine, theirs] = own ? [here, next ?? undefined] : [next ?? undefined, here];
    return { base: base ?? undefined, mine, theirs };
  };

  const generates = ({ type }: FlowNode): boolean => document.kinds.of(type)?.run?.isGeneration ?? false;
  const isEmpty = (node: FlowNode): boolean => document.kinds.of(node.type)?.isEmpty?.(node) ?? false;
  const nodePlace = place.member('nodes').items();
  /** The ids of the nodes and rows that I have put somewhere. */
  const myThings = (): ReadonlySet<string> =>
    new Set(
      Array.from((own ?? incoming).nodes.touched.values()).flatMap(({ base: before, next }) => {
        const known = new Set(before ? idsIn(before) : []);
        return next ? idsIn(next).filter((id) => !known.has(id)) : [];
      }),
    );
  for (const [id, one] of incoming.nodes.touched) {
    const here = document.node(id);
    const sides = sidesOf(one, here);
    const merged = (sides.mine && generates(sides.mine) ? mergeResults : mergeItem)(sides, nodePlace(id));
    const next = merged && !isEmpty(merged) ? merged : sides.mine ? undefined : withRowsAlone(sides, myThings);
    if (own) changes.push(...missed(one, here));
    if (here && next && !(own && isReordered(one))) {
      if (!isSame(here, next)) changes.push({ type: 'replaceNode', node: next });
      continue;
    }
    if (next) comingNodes.set(id, next);
    // An id belongs to either a node or an edge.
    if (next && document.edge(id)) changes.push({ type: 'removeEdge', id });
    if (!here) continue;
    changes.push({ type: 'removeNode', id });
    if (!next) gone.add(id);
    // Its edges go and come back with the node.
    for (const edgeId of next ? document.edgeIdsAt(id) : []) {
      const edge = document.edge(edgeId);
      if (edge) comingEdges.set(edgeId, edge);
    }
  }

  const edgePlace = place.member('edges').items();
  for (const [id, one] of incoming.edges.touched) {
    const here = document.edge(id);
    const next = mergeItem(sidesOf(one, here), edgePlace(id));
    if (here && next && !isReordered(one) && isSame(here, next)) continue;
    comingEdges.delete(id);
    // An edge cannot be replaced: a changed one is removed and added again.
    if (here) changes.push({ type: 'removeEdge', id });
    if (next) comingEdges.set(id, next);
  }

  const hasNode = (id: string): boolean => comingNodes.has(id) || (!gone.has(id) && document.node(id) !== undefined);
  for (const [id, edge] of comingEdges) {
    if (hasNode(edge.source) && hasNode(edge.target)) continue;
    comingEdges.delete(id);
    if (!own && incoming.edges.touched.get(id)?.base === null) lost.push({ path: `/edges/${id}`, mine: edge });
  }
  // Edges that only I have added go with their nodes, and count as lost.
  const loose = new Set(own ? Array.from(gone, (id) => document.edgeIdsAt(id)).flat() : []);
  for (const id of loose) {
    const isMine = own?.edges.touched.get(id)?.base === null && !incoming.edges.touched.get(id)?.next;
    if (isMine) lost.push({ path: `/edges/${id}`, mine: document.edge(id) });
  }

  const words = mergeMovedWords({
    sides: Array.from(incoming.nodes.touched, ([id, one]) => sidesOf(one, document.node(id))),
    mine: (own ?? incoming).nodes.touched.values(),
    placeOf: nodePlace,
  });

  const nodeOrder = own?.nodes.layout ?? orderIn(base?.nodes ?? [], (id) => document.nodeIndex(id));
  const edgeOrder = own?.edges.layout ?? orderIn(base?.edges ?? [], (id) => document.edgeIndex(id));
  const additions = (): Change[] => [
    ...placed(comingNodes, incoming.nodes, own?.nodes, nodeOrder).map(({ item: node, index }): Change => ({
      type: 'addNode',
      node,
      index,
    })),
    ...placed(comingEdges, incoming.edges, own?.edges, edgeOrder).map(({ item: edge, index }): Change => ({
      type: 'addEdge',
      edge,
      index,
    })),
    ...words,
  ];
  return { lost, changes, additions };
}

/** Their changes of what I have deleted, the node or a row of it. They are for the undo of the deletion; the document ignores them. */
function missed({ base, next }: Touched<FlowNode>, here: FlowNode | undefined): readonly Change[] {
  // One of another kind has other fields: mine comes back as it was.
  if (!base || !next || base.type !== next.type) return [];
  const rows = new Set((here ? categoryItems(here) : []).map(({ id }) => id));
  const isMissed = (change: Change): boolean => !here || (change.type === 'setRow' && !rows.has(change.rowId));
  return fieldChanges(base, next).filter(isMissed);
}

/** The ids of a node and its rows. */
const idsIn = (node: FlowNode): readonly string[] => [node.id, ...categoryItems(node).map(({ id }) => id)];

/**
 * The category that I have removed, with nothing but the rows that were put into it meanwhile: they were no part of it. One that I have put
 * somewhere else stays there.
 */
function withRowsAlone(
  { base, theirs }: Sides<FlowNode | undefined>,
  myThings: () => ReadonlySet<string>,
): FlowNode | undefined {
  if (!base || !theirs) return undefined;
  const before = new Set(categoryItems(base).map(({ id }) => id));
  const added = categoryItems(theirs).filter(({ id }) => !before.has(id));
  const categories = added.length === 0 ? added : added.filter(({ id }) => !myThings().has(id));
  return categories.length === 0 ? undefined : { ...theirs, data: { ...theirs.data, categories } };
}

/** True for a take, which the server keeps whatever the node shows, or for none. */
const isResult = (value: unknown): boolean =>
  value === null || (typeof value === 'string' && value.startsWith('/files/'));

/** Merges like `mergeItem`, for a node that generates: its results are takes, and no merge loses one (MERGE-10). */
function mergeResults(sides: Sides<FlowNode | undefined>, place: MergePlace): FlowNode | undefined {
  const missed: Lost[] = [];
  const merged = mergeItem(sides, place.noting(missed));
  if (missed.length === 0) return merged;
  const { base, mine } = sides;
  const { path, lost } = place;
  const unchosen = base && mine && { ...mine, data: { ...mine.data, value: base.data.value } };
  const isResultAlone = isResult(mine?.data.value) && isSame(unchosen, base);
  const isWork = (one: Lost): boolean =>
    one.path === path ? !isResultAlone : one.path !== `${path}/data/value` || !isResult(one.mine);
  lost.push(...missed.filter(isWork));
  return merged;
}

/** True when its place among the others has changed. */
const isReordered = ({ base, next, isInPlace }: Touched<unknown>): boolean =>
  base !== null && next !== null && !isInPlace;

/** The places of a base's items in a document, like those of `ListLayout.endOf`. */
type Order = Pick<ListChanges<never>['layout'], 'endOf'>;

const orderIn = (items: readonly { readonly id: string }[], indexOf: (id: string) => number): Order => ({
  endOf: (at) => {
    if (at === Number.POSITIVE_INFINITY) return at;
    for (let before = at; before >= 0; before -= 1) {
      const index = indexOf(items[before]?.id ?? '');
      if (index >= 0) return index + 1;
    }
    return 0;
  },
});

/**
 * The additions of the items, by rising index: each follows its predecessor in the incoming list. What I added at the
 * end of mine goes behind everything, and so do items that only I have.
 */
function placed<T extends { readonly id: string }>(
  items: ReadonlyMap<string, T>,
  incoming: ListChanges<T>,
  own: ListChanges<T> | undefined,
  base: Order,
): { readonly item: T; readonly index: number }[] {
  const came = new Map<string, { readonly anchor: number; readonly order: number }>();
  let anchor = -1;
  for (const { id, index } of incoming.layout.came()) {
    const item = incoming.layout.itemAt(index - 1);
    if (item?.id === null) anchor = item.at;
    came.set(id, { anchor, order: index + 1 });
  }
  let end = incoming.layout.length;
  for (const [id, { order }] of own ? [] : [...came].toReversed()) {
    if (order !== end) break;
    came.set(id, { anchor: Number.POSITIVE_INFINITY, order });
    end -= 1;
  }
  const returning = (id: string) => {
    const { at = -1 } = incoming.touched.get(id) ?? own?.touched.get(id) ?? {};
    return { anchor: at < 0 ? Number.POSITIVE_INFINITY : at, order: 0 };
  };
  return Array.from(items, ([id, item]) => {
    const { anchor: at, order } = came.get(id) ?? returning(id);
    return { item, at, order, index: base.endOf(at) };
  })
    .toSorted((a, b) => (a.index === b.index ? (a.at === b.at ? a.order - b.order : a.at - b.at) : a.index - b.index))
    .map(({ item, index }, turn) => ({ item, index: index + turn }));
}

/** A merge into the document, with the members beside nodes, edges and viewport as they will be. */
export interface WholeMerge extends MergePlan {
  readonly members: JsonObject;
}

/** The plan with its members merged, except the viewport. */
export function withMembers(plan: MergePlan, { base, mine, theirs }: Sides<JsonObject>): WholeMerge {
  const lost = [...plan.lost];
  const sides = { base: withoutView(base), mine: withoutView(mine), theirs: withoutView(theirs) };
  return { ...plan, lost, members: mergeValues(sides, new MergePlace(lost, [])) as JsonObject };
}

/** Plans how my work on an earlier state comes into the server's document, whose other members are `theirs`. */
export function planTakeIn(
  document: MergedDocument,
  theirs: JsonObject,
  { changes: incoming, rest, from, relatives }: EarlierWork,
): WholeMerge {
  const plan = planMerge({ document, incoming, own: null, base: from, relatives });
  return withMembers(plan, { base: restOf(from), mine: rest, theirs });
}

/** Merges my work on `base` with the server's later state, when the changes are not known. The viewport is mine (MERGE-4). */
export function mergeSnapshots(
  base: Snapshot,
  mine: Snapshot,
  theirs: Snapshot,
): { readonly merged: Snapshot; readonly lost: readonly Lost[] } {
  const document = new GraphDocument(mine);
  const own = PendingChanges.between(base, { nodes: document.allNodes(), edges: document.allEdges() });
  const plan = planMerge({ document, own, incoming: PendingChanges.between(base, theirs) });
  own.note(document.apply(plan.changes).effects);
  document.apply(plan.additions());
  const { members, lost } = withMembers(plan, { base: restOf(base), mine: restOf(mine), theirs: restOf(theirs) });
  const { viewport } = mine;
  return { merged: { ...members, nodes: document.allNodes(), edges: document.allEdges(), viewport }, lost };
}
