import { IdTable } from '../collections/IdTable';
import { IndexedList, type ListEntry } from '../collections/IndexedList';
import type { Effect } from '../document/Effect';
import type { GraphDocument } from '../document/GraphDocument';
import { fedBy, feedersOf } from './reachedFrom';

interface Named {
  readonly id: string;
}

/** A change that adds, removes or moves more than this is not followed: the order is computed from the beginning. */
const FOLLOWED_MAX = 500;

/** A node that has to come before another one: its source by an edge, or a picture in it when it is a frame with edges. */
interface Link {
  readonly source: string;
  readonly target: string;
}

const keyOf = ({ source, target }: Link): string => `${source}\n${target}`;

/** Ids of the nodes that have to come before this one. A frame without edges gives its pictures to nobody. */
function feeders(document: GraphDocument, nodeId: string): readonly string[] {
  const view = document.nodeView(nodeId);
  if (!view) return [];
  return view.outOf.length > 0 ? feedersOf(document, nodeId) : view.into.map(({ source }) => source.item.id);
}

const linksOf = (document: GraphDocument, nodeId: string): Link[] => [
  ...feeders(document, nodeId).map((source) => ({ source, target: nodeId })),
  ...fedBy(document, nodeId).map((target) => ({ source: nodeId, target })),
];

const enter = (item: Named, order: number): ListEntry<Named> => ({ item, order });

/**
 * The nodes of a document in an order in which each comes after what feeds it, and right after it where that is possible; in a
 * loop one of them comes first. A frame whose pictures go along its edges comes after them. A document of any size is read in
 * pieces; what changes later moves only the nodes that have to.
 */
export class FlowOrder {
  readonly #document: GraphDocument;
  #list = new IndexedList<Named, ListEntry<Named>>([], enter);
  #unread: Iterator<Named> | null = null;
  /** The links that lead backwards, since they close a loop. */
  #backward = new Map<string, Link>();

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
    const told = effects.filter((effect) => this.#isTelling(effect));
    if (told.length === 0) return false;
    if (!this.isComplete || told.length > FOLLOWED_MAX) {
      this.#begin();
      return true;
    }
    let isSame = true;
    const joined: Link[] = [];
    for (const effect of told) {
      if (effect.type === 'removeNode') {
        const entry = this.#list.get(effect.item.id);
        if (entry) this.#list.removeAll([entry]);
        isSame = false;
      } else if (effect.type === 'insertNode') {
        this.#place(effect.item.id);
        joined.push(...linksOf(this.#document, effect.item.id));
        isSame = false;
      } else if (effect.type === 'setNode') joined.push(...linksOf(this.#document, effect.after.id));
      else if (effect.type === 'insertEdge') joined.push(effect.item, ...linksOf(this.#document, effect.item.source));
    }
    // Once a loop is open again, all its links can lead forwards.
    if (told.some(({ type }) => type !== 'insertEdge')) joined.push(...this.#backward.values());
    for (const link of joined) if (this.#straighten(link)) isSame = false;
    return !isSame;
  }

  /** Whether it may change what has to come before what: of a node's changes, its place, and what a frame holds. */
  #isTelling(effect: Effect): boolean {
    if (effect.type !== 'setNode') return effect.type !== 'moveAll';
    const { before, after } = effect;
    return (
      before.position !== after.position ||
      (before.data !== after.data && this.#document.kinds.of(after.type)?.isFrame === true)
    );
  }

  #begin(): void {
    this.#list = new IndexedList<Named, ListEntry<Named>>([], enter);
    this.#backward = new Map();
    this.#unread = sourcesFirst(this.#document, this.#backward);
  }

  /** After the last of its sources, else before the first of its targets, else at the end. */
  #place(id: string): void {
    const view = this.#document.nodeView(id);
    if (!view) return;
    const indexes = (ids: readonly string[]): number[] => ids.map((each) => this.indexOf(each)).filter((at) => at >= 0);
    const before = indexes(feeders(this.#document, id));
    const after = indexes(view.outOf.map(({ item }) => item.target));
    const index = before.length > 0 ? Math.max(...before) + 1 : after.length > 0 ? Math.min(...after) : Infinity;
    this.#list.insertAll([{ item: { id }, index }]);
  }

  /** Has a link lead forwards, if it is still there: what feeds its target comes to right before it. Returns whether anything moved. */
  #straighten(link: Link): boolean {
    this.#backward.delete(keyOf(link));
    const target = this.indexOf(link.target);
    if (this.indexOf(link.source) < target || !feeders(this.#document, link.target).includes(link.source)) return false;
    const moved = this.#feeding(link.source, target);
    if (!moved) {
      this.#backward.set(keyOf(link), link);
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
      for (const source of feeders(this.#document, id)) if (this.indexOf(source) >= index) found.add(source);
    }
    return [...found];
  }
}

/** A node on the way of a walk. */
interface Visit extends Named {
  readonly into: readonly string[];
  next: number;
  /** It has been given out, and so has all that feeds it. */
  isGiven: boolean;
}

/** Depth first from the nodes without sources, so that related nodes are together; `backward` gets the links that close a loop. */
function* sourcesFirst(document: GraphDocument, backward: Map<string, Link>): Generator<Named> {
  const visits = new IdTable<Visit>();
  const begin = (id: string): Visit => {
    const visit = { id, into: feeders(document, id), next: 0, isGiven: false };
    visits.set(id, visit);
    return visit;
  };
  function* walk(first: string): Generator<Named> {
    const path = [begin(first)];
    for (let top = path.at(-1); top; top = path.at(-1)) {
      const source = top.into[top.next];
      top.next += 1;
      const before = source === undefined ? undefined : visits.get(source);
      if (source === undefined) {
        top.isGiven = true;
        path.pop();
        yield { id: top.id };
      } else if (!before) path.push(begin(source));
      else if (!before.isGiven) backward.set(keyOf({ source, target: top.id }), { source, target: top.id });
    }
  }
  const { idsInOrder: named } = document;
  for (const { id } of named) if (!visits.has(id) && fedBy(document, id).length === 0) yield* walk(id);
  // The nodes that are left lie in loops.
  for (const { id } of named) if (!visits.has(id) && document.nodeView(id)) yield* walk(id);
}
