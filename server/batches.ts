import { setImmediate as otherWork } from 'node:timers/promises';

/** Rows of one statement that names each: SQLite takes 32,766 values. */
const ROWS_AT_ONCE = 500;
/** Rows that are looked at again and again while others save. */
const ROWS_OF_A_SMALL_BATCH = 100;

/** A list in the parts that one statement takes. */
export function* batches<T>(all: readonly T[], size = ROWS_AT_ONCE): Generator<T[], void, undefined> {
  for (let from = 0; from < all.length; from += size) yield all.slice(from, from + size);
}

/** Yields a list in small parts, between which other work can run: for work that is done every few seconds. */
export async function* inSmallBatches<T>(all: readonly T[]): AsyncGenerator<T[], void, undefined> {
  for (const some of batches(all, ROWS_OF_A_SMALL_BATCH)) {
    yield some;
    if (all.length > ROWS_OF_A_SMALL_BATCH) await otherWork();
  }
}
