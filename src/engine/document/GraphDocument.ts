import { subtract, ORIGIN } from '../geometry/vector';
import type { NodeKinds } from '../nodes/NodeKinds';
import { NODE_KINDS } from '../nodes/registry';
import type { Change } from './Change';
import { changeRow, setMembers } from './changeRow';
import type { Effect } from './Effect';
import type { FlowEdge } from './FlowEdge';
import type { FlowNode } from './FlowNode';
import type { Framed } from './Framed';
import type { IdSet } from '../collections/IdSet';
import { IndexedList, type Placed } from '../collections/IndexedList';
import { NO_EDGES, type EdgeEntry, type NodeEntry, type NodeView, type EdgeView } from './NodeEntry';
import { NodeList } from './NodeList';
import type { Snapshot } from './Snapshot';
import { soundChanges } from './soundChange';
import { positionIn } from './Positions';

/** The result of applying changes: every change that took effect, and their inverse. */
export interface AppliedChanges {
  readonly changes: readonly Change[];
  readonly inverse: readonly Change[];
  /** The effects on the lists, in order. */
  readonly effects: readonly Effect[];
}

/** The parts of an `AppliedChanges` while changes are being applied. */
interface ChangesInProgress {
  readonly changes: Change[];
  readonly inverse: (readonly Change[])[];
  readonly effects: Effect[];
}

type MoveAll = Extract<Change, { readonly type: 'moveAll' }>;

/**
 * The nodes and edges of a flow. Invariants, for any input: ids are unique, every edge has both its nodes, removing a node removes its
 * edges, a category without rows does not exist. A change of a missing item (from another tab or an old undo step) is skipped, not an
 * error.
 */
export class GraphDocument {
  /** The kinds of its nodes: their sizes, handles, cards and rules. */
  readonly kinds: NodeKinds;
  /** Answered by the scene of the document; null before there is one. */
  framed: Framed | null = null;
  readonly #nodes: NodeList;
  readonly #edges: IndexedList<FlowEdge, EdgeEntry>;
  #version = 0;

  /** Leaves out empty categories, edges without both their nodes and those with a node's id: snapshots contain all of these. */
  constructor({ nodes, edges }: Pick<Snapshot, 'nodes' | 'edges'>, kinds: NodeKinds = NODE_KINDS) {
    this.kinds = kinds;
    this.#nodes = new NodeList(nodes, kinds);
    this.#edges = new IndexedList<FlowEdge, EdgeEntry>(edges, (item, order) => this.#join(item, order));
    // Checks the nodes, not the edges: there are more edges, and hardly ever one to leave out.
    const twins = this.allNodes().flatMap(({ id }) => this.#edges.get(id) ?? NO_EDGES);
    if (twins.length === 0) return;
    part(new Set(twins), new Set());
    this.#edges.removeAll(twins);
  }

  /**
   * Returns all nodes, in their order, and brings each of them to its place first: tens of milliseconds for 100,000 after a
   * move of all. For what needs every node; tests/house/wholeLists.test.ts names who may.
   */
  allNodes(): readonly FlowNode[] {
    return this.#nodes.items;
  }

  /** Returns all edges, in their order. */
  allEdges(): readonly FlowEdge[] {
    return this.#edges.items;
  }

  /** The nodes in their order, of which only the ids are current: after a move of all that costs nothing. */
  get idsInOrder(): readonly { readonly id: string }[] {
    return this.#nodes.idsInOrder;
  }

  /** Rises whenever something of the document changes. Asking for it costs nothing, after a move of all too. */
  get version(): number {
    return this.#version;
  }

  get nodeCount(): number {
    return this.#nodes.size;
  }

  get edgeCount(): number {
    return this.#edges.size;
  }

  /** Ids of all nodes as of now; the same set until a node comes or goes, when holders of it are left with a copy. */
  get nodeIds(): IdSet {
    return this.#nodes.ids;
  }

  /** Ids of all edges as of now, kept like `nodeIds`. */
  get edgeIds(): IdSet {
    return this.#edges.ids;
  }

  node(id: string): FlowNode | undefined {
    return this.#nodes.get(id)?.item;
  }

  edge(id: string): FlowEdge | undefined {
    return this.#edges.get(id)?.item;
  }

  /** The node at this index of `allNodes()`. */
  nodeAt(index: number): FlowNode | undefined {
    const named = this.#nodes.idsInOrder[index];
    return named && this.node(named.id);
  }

  /** The edge at this index of `allEdges()`. */
  edgeAt(index: number): FlowEdge | undefined {
    return this.#edges.listed[index];
  }

  /** Index of the node in `allNodes()`; -1 when it is not there. */
  nodeIndex(id: string): number {
    return this.#nodes.indexOf(id);
  }

  /** Index of the edge in `allEdges()`; -1 when it is not there. */
  edgeIndex(id: string): number {
    const edge = this.#edges.get(id);
    return edge ? this.#edges.indexOf(id, edge.order) : -1;
  }

  /** A view of the node that stays true until the node is removed. */
  nodeView(nodeId: string): NodeView | undefined {
    return this.#nodes.get(nodeId);
  }

  /** Views of all edges, in no order. */
  edgeViews(): readonly EdgeView[] {
    return [...this.#edges.entries()];
  }

  /** A view of the edge that stays true until the edge is removed. */
  edgeView(edgeId: string): EdgeView | undefined {
    return this.#edges.get(edgeId);
  }

  /** A number that rises along `allNodes()`; -1 when the node is not there. */
  orderOf(nodeId: string): number {
    return this.#nodes.get(nodeId)?.order ?? -1;
  }

  /** The edges that end at the node, in the order of `allEdges()`. */
  edgesInto(nodeId: string): readonly FlowEdge[] {
    return inOrder(this.#nodes.get(nodeId)?.into ?? NO_EDGES);
  }

  /** The edges that start at the node, in the order of `allEdges()`. */
  edgesOutOf(nodeId: string): readonly FlowEdge[] {
    return inOrder(this.#nodes.get(nodeId)?.outOf ?? NO_EDGES);
  }

  edgeIdsAt(nodeId: string): readonly string[] {
    const { into, outOf } = this.#nodes.get(nodeId) ?? { into: NO_EDGES, outOf: NO_EDGES };
    // An edge from a node to itself is in both lists.
    return Array.from(new Set([...into, ...outOf]), ({ item }) => item.id);
  }

  /** Does a step of deferred work, like `Scene.settle`. */
  settle(): boolean {
    return this.#nodes.settle();
  }

  /** Applies the changes in order, made sound by `soundChanges` first. Neighbours of one kind are applied in one pass. */
  apply(wanted: readonly Change[]): AppliedChanges {
    const changes = soundChanges(wanted);
    const record: ChangesInProgress = { changes: [], inverse: [], effects: [] };
    let start = 0;
    while (start < changes.length) {
      let end = start + 1;
      while (end < changes.length && isOneRun(changes[end - 1], changes[end])) end++;
      this.#applyRun(changes.slice(start, end), record);
      start = end;
    }
    if (record.effects.length > 0) this.#version++;
    return { ...record, inverse: record.inverse.toReversed().flat() };
  }

  #applyRun(run: readonly Change[], record: ChangesInProgress): void {
    switch (run[0]?.type) {
      case 'addNode':
      case 'addEdge':
        this.#add(run, record);
        break;
      case 'removeNode':
      case 'removeEdge':
        this.#remove(run, record);
        break;
      case 'moveAll':
        for (const change of run) if (change.type === 'moveAll') this.#moveAll(change, record);
        break;
      default:
        this.#set(run, record);
    }
  }

  #moveAll(change: MoveAll, record: ChangesInProgress): void {
    const { by, to } = change;
    if (this.nodeCount === 0 || (!to && by.x === 0 && by.y === 0)) return;
    const moved = to ? this.#nodes.bringAll(to, by) : this.#nodes.moveAll(by);
    if (moved) {
      record.changes.push(change);
      record.inverse.push([{ type: 'moveAll', by: subtract(ORIGIN, by), to: moved.before }]);
      record.effects.push({ type: 'moveAll', ...moved });
    } else if (to) {
      // Since then some were moved by themselves, came or went.
      const singly = to.nodes.map(({ id, position }, index): Change => ({
        type: 'moveNode',
        id,
        position: positionIn(to, index) ?? position,
      }));
      this.#set(singly, record);
    }
  }

  #add(run: readonly Change[], { changes, inverse, effects }: ChangesInProgress): void {
    const nodes: (Placed<FlowNode> & { readonly change: Change })[] = [];
    const edges: (Placed<FlowEdge> & { readonly change: Change })[] = [];
    // An id is a node's or an edge's, as in the constructor: a saved document must open as the same one.
    for (const change of run) {
      if (change.type === 'addNode' && !this.#edges.get(change.node.id)) {
        nodes.push({ item: change.node, index: indexOf(change), change });
      } else if (change.type === 'addEdge' && !this.#nodes.get(change.edge.id)) {
        edges.push({ item: change.edge, index: indexOf(change), change });
      }
    }
    const back: Change[] = [];
    for (const { item, index, change } of nodes.length > 0 ? this.#nodes.insertAll(nodes) : []) {
      changes.push(change);
      effects.push({ type: 'insertNode', index, item });
      back.push({ type: 'removeNode', id: item.id });
    }
    for (const { item, index, change } of edges.length > 0 ? this.#edges.insertAll(edges) : []) {
      changes.push(change);
      effects.push({ type: 'insertEdge', index, item });
      back.push({ type: 'removeEdge', id: item.id });
    }
    inverse.push(back);
  }

  #remove(run: readonly Change[], { changes, inverse, effects }: ChangesInProgress): void {
    const goneNodes = new Set<NodeEntry>();
    const goneEdges = new Set<EdgeEntry>();
    for (const change of run) {
      const edge = change.type === 'removeEdge' && this.#edges.get(change.id);
      if (edge) goneEdges.add(edge);
      const node = change.type === 'removeNode' && this.#nodes.get(change.id);
      if (!node) continue;
      goneNodes.add(node);
      for (const gone of node.into) goneEdges.add(gone);
      for (const gone of node.outOf) goneEdges.add(gone);
    }
    part(goneEdges, goneNodes);
    const edges = goneEdges.size > 0 ? this.#edges.removeAll(goneEdges) : [];
    const nodes = goneNodes.size > 0 ? this.#nodes.removeAll(goneNodes) : [];
    const back: Change[] = [];
    for (const { item, index } of nodes) back.push({ type: 'addNode', node: item, index });
    for (const { item, index } of edges) {
      back.push({ type: 'addEdge', edge: item, index });
      changes.push({ type: 'removeEdge', id: item.id });
    }
    for (const { item } of nodes) changes.push({ type: 'removeNode', id: item.id });
    inverse.push(back);
    // The effects go from the end, so that each index is still right when it is applied.
    for (const edge of edges.toReversed()) effects.push({ type: 'removeEdge', ...edge });
    for (const node of nodes.toReversed()) effects.push({ type: 'removeNode', ...node });
  }

  #set(run: readonly Change[], record: ChangesInProgress): void {
    const back: Change[] = [];
    const emptied = new Set<string>();
    for (const change of run) {
      const id = change.type === 'replaceNode' ? change.node.id : 'id' in change ? change.id : '';
      const entry = emptied.has(id) ? undefined : this.#nodes.get(id);
      const step = entry && setNode(entry.item, change);
      if (!step) continue;
      if (this.kinds.of(step.node.type)?.isEmpty?.(step.node)) {
        emptied.add(id);
        continue;
      }
      const before = entry.item;
      const index = this.#nodes.set(entry, step.node);
      back.push(step.inverse);
      record.changes.push(change);
      record.effects.push({ type: 'setNode', index, before, after: step.node });
    }
    record.inverse.push(back.toReversed());
    const removals = Array.from(emptied, (id): Change => ({ type: 'removeNode', id }));
    if (removals.length > 0) this.#remove(removals, record);
  }

  /** Null when a node of it is not there. */
  #join(item: FlowEdge, order: number): EdgeEntry | null {
    const source = this.#nodes.get(item.source);
    const target = this.#nodes.get(item.target);
    if (!source || !target) return null;
    const edge: EdgeEntry = { item, order, source, target };
    source.outOf = withOneMore(source.outOf, edge);
    target.into = withOneMore(target.into, edge);
    return edge;
  }
}

function withOneMore(edges: EdgeEntry[], edge: EdgeEntry): EdgeEntry[] {
  if (edges === NO_EDGES) return [edge];
  edges.push(edge);
  return edges;
}

/** Takes the edges from the nodes that stay, in one pass over the edges of each. */
function part(edges: ReadonlySet<EdgeEntry>, goneNodes: ReadonlySet<NodeEntry>): void {
  const sources = new Set<NodeEntry>();
  const targets = new Set<NodeEntry>();
  for (const { source, target } of edges) {
    if (!goneNodes.has(source)) sources.add(source);
    if (!goneNodes.has(target)) targets.add(target);
  }
  for (const node of sources) node.outOf = without(node.outOf, edges);
  for (const node of targets) node.into = without(node.into, edges);
}

function without(edges: readonly EdgeEntry[], gone: ReadonlySet<EdgeEntry>): EdgeEntry[] {
  const left = edges.filter((edge) => !gone.has(edge));
  return left.length > 0 ? left : NO_EDGES;
}

const inOrder = (edges: readonly EdgeEntry[]): readonly FlowEdge[] =>
  edges.toSorted((a, b) => a.order - b.order).map(({ item }) => item);

const indexOf = (change: Change): number => ('index' in change ? (change.index ?? Infinity) : Infinity);

/**
 * Whether two neighbours may be applied in one pass. Inserting in one pass is the same as one after another only
 * while the indexes rise: an index counts in the list that the change before it left behind.
 */
function isOneRun(before: Change | undefined, after: Change | undefined): boolean {
  if (!before || !after || before.type !== after.type) return false;
  if (after.type !== 'addNode' && after.type !== 'addEdge') return true;
  return indexOf(after) > indexOf(before) || indexOf(after) === Infinity;
}

/** The node after the change and the change that leads back; null when nothing would differ. */
function setNode(node: FlowNode, change: Change): { node: FlowNode; inverse: Change } | null {
  switch (change.type) {
    case 'moveNode':
      if (node.position.x === change.position.x && node.position.y === change.position.y) return null;
      return {
        node: { ...node, position: { ...node.position, ...change.position } },
        inverse: { type: 'moveNode', id: node.id, position: node.position },
      };
    case 'setData': {
      const set = setMembers(node.data, change.data);
      return set && { node: { ...node, data: set.next }, inverse: { type: 'setData', id: node.id, data: set.before } };
    }
    case 'addRow':
    case 'setRow':
    case 'removeRow':
      return changeRow(node, change);
    case 'replaceNode':
      if (change.node === node) return null;
      return { node: change.node, inverse: { type: 'replaceNode', node } };
    default:
      return null;
  }
}
