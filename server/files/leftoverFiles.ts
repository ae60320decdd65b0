import { sql } from 'kysely';
import type { Kysely, Transaction } from 'kysely';
import type { Clock } from '../ports';
import type { Database } from '../db';
import { isAway, retry } from '../retry';
import type { FileStore } from './FileStore';
import { readWhole } from './FileStore';

/** Age of a leftover file: longer than storing a file can take, so no upload is still about to name it. */
const LEFT_AFTER_MS = 60 * 60 * 1000;
const PAGE = 100;
/** Bytes that are not put back are lost. */
const PAUSES_MS = [10, 1_000, 10_000];

/** Notes that the store may have, or soon have, this file while no row names it. */
export async function noteLeftover(
  db: Kysely<Database> | Transaction<Database>,
  name: string,
  now: string,
): Promise<void> {
  await db
    .insertInto('leftover_file')
    .values({ name, since: now })
    .onConflict((noted) => noted.column('name').doUpdateSet({ since: now }))
    .execute();
}

/** Forgets a leftover file; to be called in the transaction that names it. */
export async function forgetLeftover(change: Transaction<Database>, name: string): Promise<void> {
  await change.deleteFrom('leftover_file').where('name', '=', name).execute();
}

/**
 * Removes bytes from the store that have had no owner for an hour: after a failure half way, or since their last owner was removed; also
 * half-written files of killed processes.
 * `signal` stops it between two files. Throws a failure at once where it would be the same for all of them, else all of them together at the end, with the names of the files.
 */
export async function sweepLeftovers(
  deps: { db: Kysely<Database>; store: FileStore; clock: Clock },
  signal: AbortSignal,
): Promise<void> {
  const { db, store, clock } = deps;
  const until = new Date(clock.now().getTime() - LEFT_AFTER_MS);
  await store.removeDrafts(until);
  const before = until.toISOString();
  const failures = new Map<string, unknown>();
  for await (const name of notedUntil(db, before)) {
    if (signal.aborted) return;
    try {
      await takeOutUnreferenced({ db, store }, name);
      await db.deleteFrom('leftover_file').where('name', '=', name).where('since', '<=', before).execute();
    } catch (error) {
      if (isAway(error)) throw error;
      failures.set(name, error);
    }
  }
  if (failures.size === 0) return;
  const told = [...failures].map(
    ([name, error]) => `${name}: ${error instanceof Error ? error.message : String(error)}`,
  );
  throw new AggregateError(failures.values(), `Leftover files could not be removed. ${told.join('; ')}`);
}

/** Takes a file out of the store unless a row refers to it. Throws, with the file in its place, where the database does not answer. */
export async function takeOutUnreferenced(
  { db, store }: { db: Kysely<Database>; store: FileStore },
  name: string,
): Promise<void> {
  const isReferenced = async (): Promise<boolean> => {
    const [sha256 = ''] = name.split('.');
    const row = await db.selectFrom('file').select('sha256').where('sha256', '=', sha256).executeTakeFirst();
    return row !== undefined;
  };
  if (await isReferenced()) return;
  const bytes = await readWhole(store, name);
  // Bytes that come from now on are somebody's, and could not be put back.
  if (bytes === null || (await isReferenced())) return;
  await store.remove(name);
  let isTheirs = true;
  try {
    // Another process may have stored the same bytes in between, and have put them there once more before they were removed.
    isTheirs = await isReferenced();
  } finally {
    // If the database does not answer, they are put back as well, and their note stays.
    if (isTheirs)
      await retry(
        () => store.put(name, bytes),
        (_, failures) => PAUSES_MS[failures],
      );
  }
}

/** The oldest first, a page at a time. One that was noted again meanwhile is younger by then. */
async function* notedUntil(db: Kysely<Database>, before: string): AsyncGenerator<string, void, undefined> {
  for (let last = { since: '', name: '' }; ;) {
    const page = await db
      .selectFrom('leftover_file')
      .select(['since', 'name'])
      .where(sql<boolean>`(since, name) > (${last.since}, ${last.name})`)
      .where('since', '<=', before)
      .orderBy('since')
      .orderBy('name')
      .limit(PAGE)
      .execute();
    for (const { name } of page) yield name;
    const end = page.at(-1);
    if (end === undefined) return;
    last = end;
  }
}
