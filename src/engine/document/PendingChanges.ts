import type { Placed } from '../collections/IndexedList';
import type { Vector } from '../geometry/vector';
import type { Effect } from './Effect';
import type { FlowEdge } from './FlowEdge';
import type { FlowNode } from './FlowNode';
import { ListChanges } from '../collections/ListChanges';
import { ListLayout } from '../collections/ListLayout';
import { positionIn, type Positions } from './Positions';

interface Lists {
  readonly nodes: readonly FlowNode[];
  readonly edges: readonly FlowEdge[];
}

/** Positions of all nodes at a moment, and the layout of the list then. */
interface PositionsAt {
  readonly positions: Positions;
  readonly layout: ListLayout;
}

/** A node of which nothing is known but that it was moved with all others. */
export interface Moved {
  /** Index of the node in the base. */
  readonly at: number;
  readonly from: Vector;
  readonly to: Vector;
}

/**
 * The pending changes since a base, squashed by id: made of the effects of changes, and of nothing else. A move of all nodes
 * costs nothing before somebody asks where each of them went.
 */
export class PendingChanges {
  readonly nodes: ListChanges<FlowNode>;
  readonly edges: ListChanges<FlowEdge>;
  /** The nodes' positions before the first move of all, and after the last one; null without such a move. */
  #moved: { readonly first: PositionsAt; readonly last: PositionsAt } | null;
  /** The touched nodes have yet to follow the last move of all. */
  #isBehind = false;

  private constructor(
    nodes: ListChanges<FlowNode>,
    edges: ListChanges<FlowEdge>,
    moved: { readonly first: PositionsAt; readonly last: PositionsAt } | null = null,
  ) {
    this.nodes = nodes;
    this.edges = edges;
    this.#moved = moved;
  }

  /** Empty changes on a base of this many nodes and edges. */
  static on({ nodes, edges }: { readonly nodes: number; readonly edges: number }): PendingChanges {
    return new PendingChanges(new ListChanges(new ListLayout(nodes)), new ListChanges(new ListLayout(edges)));
  }

  /** Changes that turn `base` into `next`; expensive, as `ListChanges.between` is. */
  static between(base: Lists, next: Lists): PendingChanges {
    return new PendingChanges(ListChanges.between(base.nodes, next.nodes), ListChanges.between(base.edges, next.edges));
  }

  /**
   * Changes that turn the document made by `other` into this one; both started from the same base. No move of all may be among the
   * changes of `other`.
   */
  since(other: PendingChanges): PendingChanges {
    this.settle();
    const edges = this.edges.since(other.edges);
    const moved = this.#moved;
    if (!moved) return new PendingChanges(this.nodes.since(other.nodes), edges);
    // The first move of all does not know the positions, in its document, of nodes that only `other` touched.
    const nodes = this.nodes.since(other.nodes, ({ base, at }) => {
      const position = placeAt(moved.last, at);
      return base && position ? { ...base, position } : base;
    });
    const onOther = (moment: PositionsAt): PositionsAt => ({
      positions: moment.positions,
      layout: new ListChanges(moment.layout, this.nodes.touched).since(other.nodes).layout,
    });
    return new PendingChanges(nodes, edges, { first: onOther(moved.first), last: onOther(moved.last) });
  }

  /** A copy of them as they are now; later effects are noted in one of the two alone. */
  copy(): PendingChanges {
    this.settle();
    return new PendingChanges(this.nodes.copy(), this.edges.copy(), this.#moved);
  }

  /** Number of nodes and edges that may have to be looked at to list the changes. */
  get size(): number {
    return this.nodes.touched.size + this.edges.touched.size + (this.#moved ? this.nodes.layout.baseLength : 0);
  }

  get isEmpty(): boolean {
    return this.nodes.isEmpty && this.edges.isEmpty && this.#moved === null;
  }

  /** How many nodes and edges there are now. */
  get counts(): { readonly nodes: number; readonly edges: number } {
    return { nodes: this.nodes.layout.length, edges: this.edges.layout.length };
  }

  note(effects: readonly Effect[]): void {
    let start = 0;
    while (start < effects.length) {
      let end = start + 1;
      while (end < effects.length && isOneRun(effects[end - 1], effects[end])) end += 1;
      this.#noteRun(effects.slice(start, end));
      start = end;
    }
  }

  #noteRun(run: readonly Effect[]): void {
    const [first] = run;
    if (first?.type !== 'moveAll') this.settle();
    const { nodes, edges } = this;
    switch (first?.type) {
      case 'insertNode':
        nodes.insert(run as readonly Placed<FlowNode>[]);
        break;
      case 'insertEdge':
        edges.insert(run as readonly Placed<FlowEdge>[]);
        break;
      case 'removeNode': {
        const items = (run as readonly Placed<FlowNode>[]).toReversed();
        nodes.remove(this.#moved ? items.map((one) => ({ ...one, item: this.#asInBase(one.item, one.index) })) : items);
        break;
      }
      case 'removeEdge':
        edges.remove((run as readonly Placed<FlowEdge>[]).toReversed());
        break;
      case 'setNode':
        for (const effect of run) {
          if (effect.type !== 'setNode') continue;
          nodes.set(effect.index, this.#asInBase(effect.before, effect.index), effect.after);
        }
        break;
      case 'moveAll':
        for (const effect of run) if (effect.type === 'moveAll') this.#moveAll(effect.before, effect.after);
        break;
      default:
    }
  }

  #moveAll(before: Positions, after: Positions): void {
    const layout = this.nodes.layout.copy();
    this.#moved = { first: this.#moved?.first ?? { positions: before, layout }, last: { positions: after, layout } };
    this.#isBehind = true;
  }

  /** The node at this index as the base has it, if nothing but moves of all has touched it. */
  #asInBase(node: FlowNode, index: number): FlowNode {
    if (!this.#moved || this.nodes.touched.has(node.id)) return node;
    const at = this.nodes.layout.itemAt(index)?.at ?? -1;
    const position = placeAt(this.#moved.first, at);
    return position ? { ...node, position } : node;
  }

  /** Moves the touched nodes to where the last move of all left them: call it before you read them. */
  settle(): void {
    if (!this.#isBehind || !this.#moved) return;
    this.#isBehind = false;
    const { positions, layout } = this.#moved.last;
    const came = new Map(Array.from(layout.came(), ({ id, index }) => [id, index]));
    for (const [id, touched] of this.nodes.touched) {
      const { next } = touched;
      const position = next && positionIn(positions, came.get(id) ?? layout.indexOf(touched.at));
      if (position) touched.next = { ...next, position };
    }
  }

  /** The nodes that were moved with all others and not touched otherwise, in the base's order. */
  *movedNodes(): Generator<Moved, void> {
    const moved = this.#moved;
    if (!moved) return;
    const touched = new Set<number>();
    for (const { at } of this.nodes.touched.values()) touched.add(at);
    for (let at = 0; at < this.nodes.layout.baseLength; at += 1) {
      if (touched.has(at)) continue;
      const from = placeAt(moved.first, at);
      const to = placeAt(moved.last, at);
      if (from && to) yield { at, from, to };
    }
  }

  /** How many nodes and edges there were. */
  get baseCounts(): { readonly nodes: number; readonly edges: number } {
    return { nodes: this.nodes.layout.baseLength, edges: this.edges.layout.baseLength };
  }

  /** Reads the nodes as they were, one by one by index, of the nodes as they are now. */
  baseNodeReader(nodeAt: (index: number) => FlowNode | undefined): (at: number) => FlowNode | undefined {
    this.settle();
    const read = this.nodes.baseReader(nodeAt);
    const moved = this.#moved;
    return (at) => {
      const node = read(at);
      const position = node && moved && !this.nodes.touched.has(node.id) ? placeAt(moved.first, at) : undefined;
      return node && position ? { ...node, position } : node;
    };
  }

  /** The nodes as they were, of the nodes as they are now. */
  baseNodes(now: readonly FlowNode[]): readonly FlowNode[] {
    this.settle();
    const base = this.nodes.baseOf(now);
    const moved = this.#moved;
    if (!moved) return base;
    const touched = this.nodes.touched;
    return base.map((node, at) => {
      const position = touched.has(node.id) ? undefined : placeAt(moved.first, at);
      return position ? { ...node, position } : node;
    });
  }

  baseEdges(now: readonly FlowEdge[]): readonly FlowEdge[] {
    return this.edges.baseOf(now);
  }
}

/** Position at that moment of the base's node with this index. */
const placeAt = ({ positions, layout }: PositionsAt, at: number): Vector | undefined =>
  positionIn(positions, layout.indexOf(at));

/** Whether two effects on one list may be noted in one pass: insertions with rising, removals with falling indexes. */
function isOneRun(before: Effect | undefined, after: Effect | undefined): boolean {
  if (!before || !after || before.type !== after.type) return false;
  if (before.type === 'moveAll' || after.type === 'moveAll') return true;
  if (after.type === 'setNode') return true;
  if (after.type === 'insertNode' || after.type === 'insertEdge') {
    return after.index > before.index || after.index === Number.POSITIVE_INFINITY;
  }
  return after.index < before.index;
}
