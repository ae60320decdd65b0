import type { IdTable } from './IdTable';

/** Ids as they were when they were handed out; a plain Set is one. */
export interface IdSet extends Iterable<string> {
  readonly size: number;
  has(id: string): boolean;
}

/** The ids of a list, without a copy of them for as long as the list keeps just those. */
export class IdsOfList implements IdSet {
  #ids: IdTable<object>;

  constructor(entries: IdTable<object>) {
    this.#ids = entries;
  }

  get size(): number {
    return this.#ids.size;
  }

  has(id: string): boolean {
    return this.#ids.has(id);
  }

  [Symbol.iterator](): Iterator<string> {
    return this.#ids.keys();
  }

  /** Makes this set independent of its list; to be called before the list takes or loses an id. */
  keep(): void {
    this.#ids = this.#ids.copy();
  }
}
