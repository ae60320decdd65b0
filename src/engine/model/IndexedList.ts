/** An item and where it stands in its list. */
export interface Placed<T> {
  readonly item: T;
  readonly index: number;
}

/**
 * An ordered list of things with ids, as on the wire, with the place of each id beside it. `items` is never
 * changed in place: who holds an older array keeps an older state, and items that did not change keep their
 * reference. Setting costs a copy of pointers; removing and inserting many costs one pass for all of them.
 */
export class IndexedList<T extends { readonly id: string }> {
  #items: readonly T[];
  #places = new Map<string, number>();

  /** A later item of the same id is dropped. */
  constructor(items: readonly T[]) {
    this.#items = items;
    this.#reindex();
    if (this.#places.size < items.length) {
      this.#items = items.filter((item, index) => this.#places.get(item.id) === index);
      this.#reindex();
    }
  }

  get items(): readonly T[] {
    return this.#items;
  }

  get(id: string): T | undefined {
    const place = this.#places.get(id);
    return place === undefined ? undefined : this.#items[place];
  }

  has(id: string): boolean {
    return this.#places.has(id);
  }

  /** -1 when there is no such item. */
  indexOf(id: string): number {
    return this.#places.get(id) ?? -1;
  }

  /** Replaces items by their ids; ids that are not in the list are ignored. */
  setAll(items: readonly T[]): void {
    const next = [...this.#items];
    for (const item of items) {
      const place = this.#places.get(item.id);
      if (place !== undefined) next[place] = item;
    }
    this.#items = next;
  }

  /** Answers what was removed, in the order of the list. */
  removeAll(ids: ReadonlySet<string>): Placed<T>[] {
    const removed: Placed<T>[] = [];
    this.#items = this.#items.filter((item, index) => {
      if (!ids.has(item.id)) return true;
      removed.push({ item, index });
      return false;
    });
    this.#reindex();
    return removed;
  }

  /**
   * Inserts items so that each stands at its index afterwards (as far as the list is long enough); the inverse of
   * removeAll. Ids that are there already are ignored. Entries at or behind the end cost only themselves.
   */
  insertAll(entries: readonly Placed<T>[]): void {
    const fresh = entries.filter(({ item }) => !this.#places.has(item.id));
    const isAppending = fresh.every(({ index }) => index >= this.#items.length);
    if (isAppending) {
      const next = [...this.#items];
      for (const { item } of fresh) {
        if (this.#places.has(item.id)) continue;
        this.#places.set(item.id, next.length);
        next.push(item);
      }
      this.#items = next;
      return;
    }
    const sorted = fresh.toSorted((a, b) => a.index - b.index);
    const next: T[] = [];
    let taken = 0;
    for (const { item, index } of sorted) {
      while (next.length < index && taken < this.#items.length) next.push(this.#items[taken++] as T);
      next.push(item);
    }
    while (taken < this.#items.length) next.push(this.#items[taken++] as T);
    this.#items = next;
    this.#reindex();
  }

  #reindex(): void {
    this.#places = new Map();
    for (const [index, item] of this.#items.entries()) if (!this.#places.has(item.id)) this.#places.set(item.id, index);
  }
}
