import { isItem } from './categoryItems';
import type { FreshIds } from '../document/FreshIds';

/** The ids of a category's rows while others come to them. */
export class RowIds {
  readonly #taken: Set<string>;
  readonly #fresh: FreshIds;
  readonly #rowType: string;

  constructor(rowType: string, rows: readonly unknown[], fresh: FreshIds) {
    this.#taken = new Set(rows.filter(isItem).map(({ id }) => id));
    this.#fresh = fresh;
    this.#rowType = rowType;
  }

  /** The id for a row that comes: its own, or a fresh one when a row there has it already. */
  take(own: string): string {
    const id = this.#taken.has(own) ? this.#fresh.forRow(this.#rowType, this.#taken) : own;
    this.#taken.add(id);
    return id;
  }
}
