import { add, isFinitePoint, ORIGIN, ROUNDING, subtract, type Vector } from '../geometry/vector';
import type { NodeKinds } from '../nodes/NodeKinds';
import type { FlowNode } from './FlowNode';
import type { IdSet } from '../collections/IdSet';
import { IndexedList, type Placed } from '../collections/IndexedList';
import { NodeEntry } from './NodeEntry';
import { inPlace } from './soundChange';
import { positionIn, type Positions } from './Positions';

/** Nodes brought to their places by one step of settling, which is to take about a millisecond. */
const STEP = 1024;

/** Positions of all nodes before and after a move of all. */
interface MovedAll {
  readonly before: Positions;
  readonly after: Positions;
}

/**
 * The nodes of a document. A move of all of them costs nothing by itself: each node gets its new position when it is read, or at its turn
 * in `settle`. Every read sees the new position.
 */
export class NodeList {
  readonly #list: IndexedList<FlowNode, NodeEntry>;
  #positions: Positions | null = null;
  /** Whether all nodes share the common move: none has been moved, added or removed since. */
  #isEven = false;
  /** Leads on to those that have not taken their places yet; null when all have. */
  #turns: Iterator<NodeEntry> | null = null;

  /** Leaves out empty nodes (see NodeKind.isEmpty); a node without a valid position gets one. */
  constructor(nodes: readonly FlowNode[], kinds: NodeKinds) {
    const placed = nodes.every(({ position }) => isFinitePoint(position)) ? nodes : nodes.map(inPlace);
    this.#list = new IndexedList<FlowNode, NodeEntry>(placed, (node, order) =>
      kinds.of(node.type)?.isEmpty?.(node) ? null : new NodeEntry(node, order, this),
    );
  }

  get items(): readonly FlowNode[] {
    this.#settleNow();
    return this.#list.items;
  }

  get size(): number {
    return this.#list.size;
  }

  get ids(): IdSet {
    return this.#list.ids;
  }

  /** The nodes in their order; their ids alone are current. */
  get idsInOrder(): readonly { readonly id: string }[] {
    return this.#list.listed;
  }

  /** The positions that every node takes when it is read. */
  get positions(): Positions | null {
    return this.#positions;
  }

  get(id: string): NodeEntry | undefined {
    return this.#list.get(id);
  }

  /** Index of the node with this id; -1 when it is not there. */
  indexOf(id: string): number {
    const entry = this.#list.get(id);
    return entry ? this.#list.indexOf(id, entry.order) : -1;
  }

  /** Returns its index. */
  set(entry: NodeEntry, node: FlowNode): number {
    if (entry.item.position !== node.position) this.#isEven = false;
    return this.#list.set(entry, node);
  }

  removeAll(entries: Iterable<NodeEntry>): Placed<FlowNode>[] {
    this.#settleNow();
    this.#isEven = false;
    return this.#list.removeAll(entries);
  }

  insertAll<P extends Placed<FlowNode>>(placed: readonly P[]): P[] {
    this.#settleNow();
    const inserted = this.#list.insertAll(placed);
    if (inserted.length > 0) this.#isEven = false;
    return inserted;
  }

  /** Moves every node. Returns their positions before and after. */
  moveAll(by: Vector): MovedAll {
    const before = this.#now();
    return { before, after: this.#stand({ nodes: before.nodes, by: add(before.by, by) }) };
  }

  /** Moves every node to its position there, if that is one common move of all nodes. Returns the positions before and after, or null. */
  bringAll(to: Positions, by: Vector): MovedAll | null {
    const before = this.#now();
    return isShift(before, to, by) ? { before, after: this.#stand(to) } : null;
  }

  /** Takes a step of bringing the nodes to their places. Returns whether there is more to do. */
  settle(): boolean {
    for (let left = STEP; left > 0 && this.#turns; left--) {
      const turn = this.#turns.next();
      if (turn.done) this.#turns = null;
      else turn.value.take();
    }
    return this.#turns !== null;
  }

  /** Brings a node, as it was, to its place. */
  place(entry: NodeEntry, node: FlowNode): void {
    const position = this.#positions && positionIn(this.#positions, this.#list.indexOf(node.id, entry.order));
    const { position: last } = node;
    const isThere = !position || (position.x === last.x && position.y === last.y);
    if (isThere) entry.item = node;
    else this.#list.set(entry, { ...node, position: { ...last, ...position } });
  }

  #settleNow(): void {
    while (this.settle());
  }

  #now(): Positions {
    return this.#isEven && this.#positions ? this.#positions : { nodes: this.items, by: ORIGIN };
  }

  #stand(positions: Positions): Positions {
    this.#positions = positions;
    this.#isEven = true;
    this.#turns = this.#list.entries();
    return positions;
  }
}

/** Whether the one becomes the other when all its nodes, and none but them, move by so much. */
function isShift(from: Positions, to: Positions, by: Vector): boolean {
  const isBy = (x: number, y: number): boolean => Math.abs(x - by.x) <= ROUNDING && Math.abs(y - by.y) <= ROUNDING;
  const aside = subtract(to.by, from.by);
  if (from.nodes === to.nodes) return isBy(aside.x, aside.y);
  return (
    from.nodes.length === to.nodes.length &&
    from.nodes.every(({ id, position }, index) => {
      const other = to.nodes[index];
      return other?.id === id && isBy(other.position.x - position.x + aside.x, other.position.y - position.y + aside.y);
    })
  );
}
