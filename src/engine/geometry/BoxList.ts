import type { Box } from './box';
import type { Extent } from './packTree';

/** A box and its owner's id. */
export interface BoxEntry extends Extent {
  readonly id: string;
}

/** minX, minY, maxX and maxY. */
const NUMBERS = 4;

/** Boxes one behind the other: cheap to make, and every question goes through all of them. */
export class BoxList {
  readonly #ids: string[] = [];
  readonly #extents: Float64Array;

  private constructor(count: number) {
    this.#extents = new Float64Array(count * NUMBERS);
  }

  static of<T>(items: readonly T[], idOf: (item: T) => string, boxOf: (item: T) => Box): BoxList {
    const list = new BoxList(items.length);
    for (const item of items) list.#add(idOf(item), boxOf(item));
    return list;
  }

  get length(): number {
    return this.#ids.length;
  }

  *entries(): Generator<BoxEntry, void> {
    let at = 0;
    for (const id of this.#ids) {
      yield { id, minX: this.#at(at), minY: this.#at(at + 1), maxX: this.#at(at + 2), maxY: this.#at(at + 3) };
      at += NUMBERS;
    }
  }

  /** Indexes of the boxes that touch it. */
  search({ minX, minY, maxX, maxY }: Extent): number[] {
    const extents = this.#extents;
    const found: number[] = [];
    for (let at = 0; at < extents.length; at += NUMBERS) {
      if (
        (extents[at] as number) <= maxX &&
        (extents[at + 1] as number) <= maxY &&
        (extents[at + 2] as number) >= minX &&
        (extents[at + 3] as number) >= minY
      ) {
        found.push(at / NUMBERS);
      }
    }
    return found;
  }

  /** Extent around all boxes. */
  extent(): Extent {
    const all = { minX: Infinity, minY: Infinity, maxX: -Infinity, maxY: -Infinity };
    for (let at = 0; at < this.#extents.length; at += NUMBERS) {
      all.minX = Math.min(all.minX, this.#at(at));
      all.minY = Math.min(all.minY, this.#at(at + 1));
      all.maxX = Math.max(all.maxX, this.#at(at + 2));
      all.maxY = Math.max(all.maxY, this.#at(at + 3));
    }
    return all;
  }

  #add(id: string, { x, y, width, height }: Box): void {
    const at = this.#ids.push(id) * NUMBERS - NUMBERS;
    this.#extents[at] = x;
    this.#extents[at + 1] = y;
    this.#extents[at + 2] = x + width;
    this.#extents[at + 3] = y + height;
  }

  #at(index: number): number {
    return this.#extents[index] ?? NaN;
  }
}
