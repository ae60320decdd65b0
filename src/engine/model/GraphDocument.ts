import type { Change } from './Change';
import { EdgeLinks } from './EdgeLinks';
import type { FlowEdge } from './FlowEdge';
import type { FlowNode } from './FlowNode';
import { IndexedList, type Placed } from './IndexedList';
import type { Snapshot } from './Snapshot';

/** What an application of changes really did: every change that took effect, and the way back. */
export interface Applied {
  readonly changes: readonly Change[];
  readonly inverse: readonly Change[];
}

/**
 * The nodes and edges of a canvas. Invariants, whatever comes in: ids are unique, every edge has both its nodes,
 * removing a node removes its edges. A change whose subject is gone (it may come from another tab or from an
 * old undo step) is left out, never thrown at.
 */
export class GraphDocument {
  readonly #nodes: IndexedList<FlowNode>;
  readonly #edges: IndexedList<FlowEdge>;
  readonly #into = new EdgeLinks();
  readonly #outOf = new EdgeLinks();

  /** Leaves out edges without both their nodes and those that carry a node's id: both travel in snapshots. */
  constructor({ nodes, edges }: Pick<Snapshot, 'nodes' | 'edges'>) {
    this.#nodes = new IndexedList(nodes);
    const isNode = (id: string): boolean => this.#nodes.has(id);
    this.#edges = new IndexedList(
      edges.filter(({ id, source, target }) => isNode(source) && isNode(target) && !isNode(id)),
    );
    for (const edge of this.#edges.items) this.#link(edge);
  }

  get nodes(): readonly FlowNode[] {
    return this.#nodes.items;
  }

  get edges(): readonly FlowEdge[] {
    return this.#edges.items;
  }

  node(id: string): FlowNode | undefined {
    return this.#nodes.get(id);
  }

  edge(id: string): FlowEdge | undefined {
    return this.#edges.get(id);
  }

  /** A number that rises along `nodes`; -1 when the node is not there. */
  orderOf(nodeId: string): number {
    return this.#nodes.orderOf(nodeId);
  }

  /** In the order of `edges`. */
  edgesInto(nodeId: string): readonly FlowEdge[] {
    return this.#edgesOf(this.#into.of(nodeId));
  }

  /** In the order of `edges`. */
  edgesOutOf(nodeId: string): readonly FlowEdge[] {
    return this.#edgesOf(this.#outOf.of(nodeId));
  }

  edgeIdsAt(nodeId: string): readonly string[] {
    const into = this.#into.of(nodeId);
    const outOf = this.#outOf.of(nodeId);
    if (into.length === 0) return outOf;
    // A pipe from a node to itself stands at both.
    return outOf.length === 0 ? into : [...new Set([...into, ...outOf])];
  }

  /** Applies the changes in their order. Neighbours that can be are applied in one pass. */
  apply(changes: readonly Change[]): Applied {
    const done: Change[] = [];
    const inverse: Change[][] = [];
    let start = 0;
    while (start < changes.length) {
      let end = start + 1;
      while (end < changes.length && isOneRun(changes[end - 1], changes[end])) end++;
      this.#applyRun(changes.slice(start, end), done, inverse);
      start = end;
    }
    return { changes: done, inverse: inverse.toReversed().flat() };
  }

  #applyRun(run: readonly Change[], done: Change[], inverse: Change[][]): void {
    switch (run[0]?.type) {
      case 'addNode':
      case 'addEdge':
        this.#add(run, done, inverse);
        break;
      case 'removeNode':
      case 'removeEdge':
        this.#remove(run, done, inverse);
        break;
      default:
        this.#set(run, done, inverse);
    }
  }

  #add(run: readonly Change[], done: Change[], inverse: Change[][]): void {
    const nodes: Placed<FlowNode>[] = [];
    const edges: Placed<FlowEdge>[] = [];
    const back: Change[] = [];
    const seen = new Set<string>();
    for (const change of run) {
      if (change.type === 'addNode' && !this.#nodes.has(change.node.id) && !seen.has(change.node.id)) {
        seen.add(change.node.id);
        nodes.push({ item: change.node, index: change.index ?? Infinity });
        back.push({ type: 'removeNode', id: change.node.id });
        done.push(change);
      } else if (change.type === 'addEdge' && this.#canAdd(change.edge) && !seen.has(change.edge.id)) {
        seen.add(change.edge.id);
        edges.push({ item: change.edge, index: change.index ?? Infinity });
        back.push({ type: 'removeEdge', id: change.edge.id });
        done.push(change);
      }
    }
    if (nodes.length > 0) this.#nodes.insertAll(nodes);
    if (edges.length > 0) this.#edges.insertAll(edges);
    for (const { item } of edges) this.#link(item);
    inverse.push(back);
  }

  #canAdd(edge: FlowEdge): boolean {
    return !this.#edges.has(edge.id) && this.#nodes.has(edge.source) && this.#nodes.has(edge.target);
  }

  #remove(run: readonly Change[], done: Change[], inverse: Change[][]): void {
    const nodeIds = new Set<string>();
    const edgeIds = new Set<string>();
    for (const change of run) {
      if (change.type === 'removeEdge' && this.#edges.has(change.id)) edgeIds.add(change.id);
      if (change.type === 'removeNode' && this.#nodes.has(change.id)) {
        nodeIds.add(change.id);
        for (const edgeId of this.edgeIdsAt(change.id)) edgeIds.add(edgeId);
      }
    }
    const edges = edgeIds.size > 0 ? this.#edges.removeAll(edgeIds) : [];
    this.#unlink(edges.map(({ item }) => item));
    const nodes = nodeIds.size > 0 ? this.#nodes.removeAll(nodeIds) : [];
    for (const { item } of edges) done.push({ type: 'removeEdge', id: item.id });
    for (const { item } of nodes) done.push({ type: 'removeNode', id: item.id });
    inverse.push([
      ...nodes.map(({ item, index }): Change => ({ type: 'addNode', node: item, index })),
      ...edges.map(({ item, index }): Change => ({ type: 'addEdge', edge: item, index })),
    ]);
  }

  #set(run: readonly Change[], done: Change[], inverse: Change[][]): void {
    const next = new Map<string, FlowNode>();
    const back: Change[] = [];
    for (const change of run) {
      const id = change.type === 'replaceNode' ? change.node.id : 'id' in change ? change.id : '';
      const node = next.get(id) ?? this.#nodes.get(id);
      if (!node) continue;
      const step = setNode(node, change);
      if (!step) continue;
      next.set(id, step.node);
      back.push(step.inverse);
      done.push(change);
    }
    if (next.size > 0) this.#nodes.setAll([...next.values()]);
    inverse.push(back.toReversed());
  }

  #edgesOf(ids: readonly string[]): readonly FlowEdge[] {
    return ids
      .toSorted((a, b) => this.#edges.orderOf(a) - this.#edges.orderOf(b))
      .flatMap((id) => this.#edges.get(id) ?? []);
  }

  #link(edge: FlowEdge): void {
    this.#into.add(edge.target, edge.id);
    this.#outOf.add(edge.source, edge.id);
  }

  #unlink(edges: readonly FlowEdge[]): void {
    const ids = new Set(edges.map(({ id }) => id));
    this.#into.remove(
      ids,
      edges.map(({ target }) => target),
    );
    this.#outOf.remove(
      ids,
      edges.map(({ source }) => source),
    );
  }
}

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
      const before: Record<string, unknown> = {};
      const data: Record<string, unknown> = { ...node.data };
      for (const [key, value] of Object.entries(change.data)) {
        before[key] = node.data[key];
        if (value === undefined) delete data[key];
        else data[key] = value;
      }
      const isSame = Object.keys(before).every((key) => before[key] === change.data[key]);
      if (isSame) return null;
      return { node: { ...node, data }, inverse: { type: 'setData', id: node.id, data: before } };
    }
    case 'replaceNode':
      if (change.node === node) return null;
      return { node: change.node, inverse: { type: 'replaceNode', node } };
    default:
      return null;
  }
}
