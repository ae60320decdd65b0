import { IdTable } from '../collections/IdTable';
import { IndexedList, type Entry } from '../collections/IndexedList';
import type { Effect } from '../document/Effect';
import type { FlowEdge } from '../document/FlowEdge';
import type { GraphDocument } from '../document/GraphDocument';

interface Named {
  readonly id: string;
}

/** A change that adds or removes more than this is not followed: the order is computed from the beginning. */
const FOLLOWED_MAX = 500;

const enter = (item: Named, order: number): Entry<Named> => ({ item, order });

/**
 * The nodes of a document in an order in which each comes after what feeds it, and right after it where that is possible; in a
 * loop one of them comes first. A document of any size is read in pieces; what changes later moves only the nodes that have to.
 */
export class FlowOrder {
  readonly #document: GraphDocument;
  #list = new IndexedList<Named, Entry<Named>>([], enter);
  #unread: Iterator<Named> | null = null;
  /** Edges that lead backwards, since they close a loop. */
  #backward = new Set<string>();

  constructor(document: GraphDocument) {
    this.#document = document;
    this.#begin();
  }

  get size(): number {
    return this.#list.size;
  }

  /** All nodes are in it. */
  get isComplete(): boolean {
    return this.#unread === null;
  }

  at(index: number): string | undefined {
    return this.#list.listed[index]?.id;
  }

  /** -1 when it is not there, or not yet. */
  indexOf(nodeId: string): number {
    const entry = this.#list.get(nodeId);
    return entry ? this.#list.indexOf(nodeId, entry.order) : -1;
  }

  /** Reads on, as long as `goesOn` says so after each node. */
  read(goesOn: () => boolean): void {
    const fresh: Named[] = [];
    while (this.#unread) {
      const { value, done } = this.#unread.next();
      if (done === true) this.#unread = null;
      else fresh.push(value);
      if (!goesOn()) break;
    }
    this.#list.insertAll(fresh.map((item) => ({ item, index: Infinity })));
  }

  /** Follows what an application of changes did; to be called after each. Returns whether the order is another one now. */
  follow(effects: readonly Effect[]): boolean {
    const told = effects.filter(({ type }) => type !== 'setNode' && type !== 'moveAll');
    if (told.length === 0) return false;
    if (!this.isComplete || told.length > FOLLOWED_MAX) {
      this.#begin();
      return true;
    }
    let isSame = true;
    let isLoosened = false;
    const joined: string[] = [];
    for (const effect of told) {
      if (effect.type === 'removeNode') {
        const entry = this.#list.get(effect.item.id);
        if (entry) this.#list.removeAll([entry]);
        isSame = false;
      } else if (effect.type === 'insertNode') {
        this.#place(effect.item.id);
        isSame = false;
      } else if (effect.type === 'insertEdge') joined.push(effect.item.id);
      else isLoosened = true;
    }
    // Once a loop is open again, all its edges can lead forwards.
    if (isLoosened) joined.push(...this.#backward);
    for (const edgeId of joined) if (this.#straighten(edgeId)) isSame = false;
    return !isSame;
  }

  #begin(): void {
    this.#list = new IndexedList<Named, Entry<Named>>([], enter);
    this.#backward = new Set();
    this.#unread = sourcesFirst(this.#document, this.#backward);
  }

  /** After the last of its sources, else before the first of its targets, else at the end. */
  #place(id: string): void {
    const view = this.#document.nodeView(id);
    if (!view) return;
    const indexes = (ids: readonly string[]): number[] => ids.map((each) => this.indexOf(each)).filter((at) => at >= 0);
    const before = indexes(view.into.map(({ item }) => item.source));
    const after = indexes(view.outOf.map(({ item }) => item.target));
    const index = before.length > 0 ? Math.max(...before) + 1 : after.length > 0 ? Math.min(...after) : Infinity;
    this.#list.insertAll([{ item: { id }, index }]);
  }

  /** Has an edge lead forwards: what feeds its target comes to right before it. Returns whether anything moved. */
  #straighten(edgeId: string): boolean {
    this.#backward.delete(edgeId);
    const edge = this.#document.edge(edgeId);
    if (!edge) return false;
    const target = this.indexOf(edge.target);
    if (this.indexOf(edge.source) < target) return false;
    const moved = this.#feeding(edge.source, target);
    if (!moved) {
      this.#backward.add(edgeId);
      return false;
    }
    const entries = moved.flatMap((id) => this.#list.get(id) ?? []).toSorted((a, b) => a.order - b.order);
    this.#list.removeAll(entries);
    this.#list.insertAll(entries.map(({ item }, offset) => ({ item, index: target + offset })));
    return true;
  }

  /** The node and all its sources after an index; null when the item at the index is one of them. */
  #feeding(nodeId: string, index: number): string[] | null {
    const found = new Set([nodeId]);
    for (const id of found) {
      const at = this.indexOf(id);
      if (at === index) return null;
      for (const { item } of this.#document.nodeView(id)?.into ?? []) {
        if (this.indexOf(item.source) >= index) found.add(item.source);
      }
    }
    return [...found];
  }
}

/** A node on the way of a walk. */
interface Visit extends Named {
  readonly into: readonly FlowEdge[];
  next: number;
  /** It has been given out, and so has all that feeds it. */
  isGiven: boolean;
}

/** Depth first from the nodes without sources, so that related nodes are together; `backward` gets the edges that close a loop. */
function* sourcesFirst(document: GraphDocument, backward: Set<string>): Generator<Named> {
  const visits = new IdTable<Visit>();
  const begin = (id: string): Visit => {
    const visit = { id, into: document.edgesInto(id), next: 0, isGiven: false };
    visits.set(id, visit);
    return visit;
  };
  function* walk(first: string): Generator<Named> {
    const path = [begin(first)];
    for (let top = path.at(-1); top; top = path.at(-1)) {
      const edge = top.into[top.next];
      top.next += 1;
      const before = edge && visits.get(edge.source);
      if (!edge) {
        top.isGiven = true;
        path.pop();
        yield { id: top.id };
      } else if (!before) path.push(begin(edge.source));
      else if (!before.isGiven) backward.add(edge.id);
    }
  }
  const { named } = document;
  for (const { id } of named) if (!visits.has(id) && document.nodeView(id)?.outOf.length === 0) yield* walk(id);
  // The nodes that are left lie in loops.
  for (const { id } of named) if (!visits.has(id) && document.nodeView(id)) yield* walk(id);
}
