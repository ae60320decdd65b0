import { IdsOfList, type IdSet } from './IdSet';
import { IdTable } from './IdTable';

/** An item and its index in its list. */
export interface Placed<T> {
  readonly item: T;
  readonly index: number;
}

/** The list's record of an item: one object for as long as the item's id is in the list. */
export interface ListEntry<T> {
  item: T;
  /** Rises along the list; not the index, which would change for everything behind a removed item. */
  order: number;
}

/**
 * An ordered list of things with ids, as on the wire, with an entry for each id. `items`, once handed out, never changes: a caller with an
 * older array has an older state, and unchanged items keep their reference. An edit costs what it touches and a copy of pointers.
 */
export class IndexedList<T extends { readonly id: string }, E extends ListEntry<T>> {
  readonly #create: (item: T, order: number) => E | null;
  readonly #entries = new IdTable<E>();
  #items: readonly T[];
  /** The list in its writable form: no caller has it yet. */
  #draft: T[] | null = null;
  #ids: IdsOfList | null = null;

  /** A later item of the same id is left out, and one that `create` makes no entry for. */
  constructor(items: readonly T[], create: (item: T, order: number) => E | null) {
    this.#create = create;
    for (const [order, item] of items.entries()) this.#enter(item, order);
    const isWhole = this.#entries.size === items.length;
    this.#items = isWhole ? items : items.filter(({ id }, order) => this.#entries.get(id)?.order === order);
  }

  get items(): readonly T[] {
    this.#draft = null;
    return this.#items;
  }

  /** The same without giving it away: read only ids from it. */
  get listed(): readonly T[] {
    return this.#items;
  }

  get size(): number {
    return this.#entries.size;
  }

  /** Costs nothing; the same for as long as no id comes or goes. */
  get ids(): IdSet {
    return (this.#ids ??= new IdsOfList(this.#entries));
  }

  get(id: string): E | undefined {
    return this.#entries.get(id);
  }

  /** The entries, in no particular order. */
  entries(): IteratorObject<E> {
    return this.#entries.values();
  }

  /** Replaces the item of this entry by another one with the same id. Returns its index. */
  set(entry: E, item: T): number {
    const index = this.indexOf(item.id, entry.order);
    if (!this.#draft) this.#write([...this.#items]);
    if (this.#draft) this.#draft[index] = item;
    entry.item = item;
    return index;
  }

  /** Removes entries. Returns the removed items, in the order of the list. */
  removeAll(entries: Iterable<E>): Placed<T>[] {
    const removed = Array.from(entries, (entry) => ({
      item: entry.item,
      index: this.indexOf(entry.item.id, entry.order),
    }));
    removed.sort((a, b) => a.index - b.index);
    const isAll = removed.length === this.#entries.size;
    this.#keepIds();
    if (isAll) this.#entries.clear();
    else for (const { item } of removed) this.#entries.delete(item.id);
    this.#write(removeAt(this.#items, removed));
    return removed;
  }

  /**
   * Inserts items so that each has its index afterwards (as far as the list is long enough); the inverse of removeAll. Returns the inserted
   * ones: an item whose id exists, or that gets no entry, is left out.
   */
  insertAll<P extends Placed<T>>(placed: readonly P[]): P[] {
    const inserted: P[] = [];
    const places: number[] = [];
    let taken = 0;
    let before: number | undefined;
    let after = this.#orderAt(0);
    let isRising = true;
    for (const one of placed.toSorted((a, b) => a.index - b.index)) {
      const until = Math.min(this.#items.length, taken + Math.max(0, one.index - taken - inserted.length));
      if (until > taken) {
        taken = until;
        before = this.#orderAt(taken - 1);
        after = this.#orderAt(taken);
      }
      const order = between(before, after);
      if (!this.#enter(one.item, order)) continue;
      // Halving the range between two orders comes to an end after some fifty times at one place.
      isRising &&= (before === undefined || before < order) && (after === undefined || order < after);
      before = order;
      places.push(taken);
      inserted.push(one);
    }
    if (inserted.length === 0) return inserted;
    this.#write(insertAt(this.#items, inserted, places));
    if (!isRising) this.#reorder();
    return inserted;
  }

  /** Index of the item with this id and order. */
  indexOf(id: string, order: number): number {
    // The order is the index until something is removed or put in between.
    if (this.#items[order]?.id === id) return order;
    let low = 0;
    let high = this.#items.length - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#orderAt(middle) ?? Infinity) < order) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #enter(item: T, order: number): boolean {
    if (this.#entries.has(item.id)) return false;
    const entry = this.#create(item, order);
    if (!entry) return false;
    this.#keepIds();
    this.#entries.set(item.id, entry);
    return true;
  }

  /** Leaves the present ids to those who were given them. */
  #keepIds(): void {
    this.#ids?.keep();
    this.#ids = null;
  }

  #write(items: T[]): void {
    this.#items = items;
    this.#draft = items;
  }

  #orderAt(index: number): number | undefined {
    const item = this.#items[index];
    return item && this.#entries.get(item.id)?.order;
  }

  #reorder(): void {
    for (const [order, { id }] of this.#items.entries()) {
      const entry = this.#entries.get(id);
      if (entry) entry.order = order;
    }
  }
}

function between(before: number | undefined, after: number | undefined): number {
  if (before === undefined) return after === undefined ? 0 : after - 1;
  return after === undefined ? before + 1 : (before + after) / 2;
}

/** So few edits shift the end of a copy, which takes a fraction of the time of a walk over all items. */
const FEW = 16;

/** @param removed by rising index. */
function removeAt<T>(items: readonly T[], removed: readonly Placed<T>[]): T[] {
  if (removed.length > FEW) {
    let turn = 0;
    return items.filter((_item, index) => {
      if (index !== removed[turn]?.index) return true;
      turn += 1;
      return false;
    });
  }
  const next = items.slice();
  for (const { index } of removed.toReversed()) next.splice(index, 1);
  return next;
}

/** @param places rising; the index of the item that each of `placed` comes before. */
function insertAt<T>(items: readonly T[], placed: readonly Placed<T>[], places: readonly number[]): T[] {
  if (placed.length > FEW) {
    const next: T[] = [];
    let taken = 0;
    for (const [turn, { item }] of placed.entries()) {
      for (; taken < (places[turn] ?? 0); taken += 1) next.push(items[taken] as T);
      next.push(item);
    }
    for (; taken < items.length; taken += 1) next.push(items[taken] as T);
    return next;
  }
  const next = items.slice();
  for (let turn = placed.length - 1; turn >= 0; turn -= 1)
    next.splice(places[turn] ?? 0, 0, (placed[turn] as Placed<T>).item);
  return next;
}
