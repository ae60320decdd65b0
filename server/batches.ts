import { setImmediate as otherWork } from 'node:timers/promises';
import { MEBIBYTE } from './bytes';

/** Rows of one statement that names each: SQLite takes 32,766 values. */
const ROWS_AT_ONCE = 500;
/** Rows that are looked at again and again while others save. */
const ROWS_OF_A_SMALL_BATCH = 100;
/** Bytes that are written at once while others save. A part stays below what a canvas patches in the calling thread. */
const BYTES_AT_ONCE = MEBIBYTE / 2;

/** A list in the parts that one statement takes. */
export function* batches<T>(all: readonly T[], size = ROWS_AT_ONCE): Generator<T[], void, undefined> {
  for (let from = 0; from < all.length; from += size) yield all.slice(from, from + size);
}

/** Yields a list in small parts, between which other work can run: for work that is done every few seconds. */
export async function* inSmallBatches<T>(
  all: readonly T[],
  size = ROWS_OF_A_SMALL_BATCH,
): AsyncGenerator<T[], void, undefined> {
  for (const some of batches(all, size)) {
    yield some;
    if (all.length > size) await otherWork();
  }
}

/** Yields a list in parts that are short together, or of one long item, between which other work can run. */
export async function* inShortParts<T>(
  all: readonly T[],
  bytesOf: (item: T) => number,
): AsyncGenerator<T[], void, undefined> {
  let some: T[] = [];
  let bytes = 0;
  for (const item of all) {
    const more = bytesOf(item);
    if (some.length > 0 && bytes + more > BYTES_AT_ONCE) {
      yield some;
      await otherWork();
      some = [];
      bytes = 0;
    }
    some.push(item);
    bytes += more;
  }
  if (some.length > 0) yield some;
}
