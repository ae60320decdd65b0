/** An item and where it stands in its list. */
export interface Placed<T> {
  readonly item: T;
  readonly index: number;
}

interface Entry<T> {
  item: T;
  /** Rises along the list; not the index, which would change for everything behind a removed item. */
  order: number;
}

/**
 * An ordered list of things with ids, as on the wire, with the item and the order of each id beside it. `items` is
 * never changed in place: who holds an older array keeps an older state, and items that did not change keep their
 * reference. An edit costs what it touches and a copy of pointers.
 */
export class IndexedList<T extends { readonly id: string }> {
  #items: readonly T[];
  readonly #entries = new Map<string, Entry<T>>();

  /** A later item of the same id is dropped. */
  constructor(items: readonly T[]) {
    for (const [order, item] of items.entries()) {
      if (!this.#entries.has(item.id)) this.#entries.set(item.id, { item, order });
    }
    const hasTwins = this.#entries.size < items.length;
    this.#items = hasTwins ? items.filter((item) => this.#entries.get(item.id)?.item === item) : items;
  }

  get items(): readonly T[] {
    return this.#items;
  }

  get(id: string): T | undefined {
    return this.#entries.get(id)?.item;
  }

  has(id: string): boolean {
    return this.#entries.has(id);
  }

  /** A number that rises along the list; -1 when there is no such item. */
  orderOf(id: string): number {
    return this.#entries.get(id)?.order ?? -1;
  }

  /** Replaces items by their ids; ids that are not in the list are ignored. */
  setAll(items: readonly T[]): void {
    const next = [...this.#items];
    for (const item of items) {
      const entry = this.#entries.get(item.id);
      if (!entry) continue;
      next[this.#indexOf(entry)] = item;
      entry.item = item;
    }
    this.#items = next;
  }

  /** Answers what was removed, in the order of the list. */
  removeAll(ids: ReadonlySet<string>): Placed<T>[] {
    const removed: Placed<T>[] = [];
    for (const id of ids) {
      const entry = this.#entries.get(id);
      if (entry) removed.push({ item: entry.item, index: this.#indexOf(entry) });
    }
    removed.sort((a, b) => a.index - b.index);
    const next: T[] = [];
    let kept = 0;
    for (const { item, index } of removed) {
      append(next, this.#items, kept, index);
      kept = index + 1;
      this.#entries.delete(item.id);
    }
    append(next, this.#items, kept, this.#items.length);
    this.#items = next;
    return removed;
  }

  /**
   * Inserts items so that each stands at its index afterwards (as far as the list is long enough); the inverse of
   * removeAll. Ids that are there already are ignored.
   */
  insertAll(entries: readonly Placed<T>[]): void {
    const fresh = entries.filter(({ item }) => !this.#entries.has(item.id)).toSorted((a, b) => a.index - b.index);
    const next: T[] = [];
    let taken = 0;
    for (const { item, index } of fresh) {
      if (this.#entries.has(item.id)) continue;
      const until = Math.min(this.#items.length, taken + Math.max(0, index - next.length));
      append(next, this.#items, taken, until);
      taken = until;
      const before = next.at(-1);
      const after = this.#items[taken];
      this.#entries.set(item.id, {
        item,
        order: between(before && this.orderOf(before.id), after && this.orderOf(after.id)),
      });
      next.push(item);
    }
    append(next, this.#items, taken, this.#items.length);
    this.#items = next;
    if (!this.#isRising(fresh)) this.#reorder();
  }

  #indexOf({ item, order }: Entry<T>): number {
    // Until something is removed or put in between, the order is the index.
    if (this.#items[order]?.id === item.id) return order;
    let low = 0;
    let high = this.#items.length - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#orderAt(middle) < order) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #orderAt(index: number): number {
    const item = this.#items[index];
    return item ? this.orderOf(item.id) : Infinity;
  }

  /** Halving what lies between two numbers comes to an end after some fifty times at one place. */
  #isRising(inserted: readonly Placed<T>[]): boolean {
    return inserted.every(({ item }) => {
      const entry = this.#entries.get(item.id);
      if (!entry) return true;
      const index = this.#indexOf(entry);
      return (index === 0 || this.#orderAt(index - 1) < entry.order) && entry.order < this.#orderAt(index + 1);
    });
  }

  #reorder(): void {
    for (const [order, item] of this.#items.entries()) this.#entries.set(item.id, { item, order });
  }
}

function between(before: number | undefined, after: number | undefined): number {
  if (before === undefined) return after === undefined ? 0 : after - 1;
  return after === undefined ? before + 1 : (before + after) / 2;
}

function append<T>(to: T[], from: readonly T[], start: number, end: number): void {
  for (let index = start; index < end; index++) to.push(from[index] as T);
}
