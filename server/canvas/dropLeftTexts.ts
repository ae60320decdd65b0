import type { Kysely } from 'kysely';
import type { Database } from '../db';
import { DAY_MS, HOUR_MS } from '../time';
import { dropTexts, finishDropping, someTexts } from './canvasTexts';
import type { TextPlace } from './canvasTexts';

/** A text that nothing names for so long will not be named any more. */
const UNREFERENCED_MS = HOUR_MS;
/** Time between two readings of all texts. An old text is left only where it was not deleted as it lost its name. */
const WHOLE_MS = 7 * DAY_MS;
const TEXTS_AT_ONCE = 200;

/** Counters, in milliseconds since 1970: until when texts were created that have been read, and when all of them were. */
const READ_UNTIL = 'texts read until';
const WHOLE_AT = 'all texts read';

/** The place of a reading. */
interface Reading {
  isWhole: boolean;
  from: TextPlace;
}

interface Step {
  /** ISO 8601; the same in all steps of a reading. */
  now: string;
  /** End of the step before; null for the first one. */
  from: string | null;
}

/**
 * Deletes the texts that killed processes and failed deletions left, a page at a time. It reads those that were created since the last
 * reading, and all of them once a week: the texts of an installation are about as many as its projects and versions.
 */
export async function dropLeftTexts(
  db: Kysely<Database>,
  { now, from }: Step,
): Promise<{ count: number; next: string | null }> {
  const at = Date.parse(now);
  if (from === null) await finishDropping(db);
  const reading = from === null ? await begin(db, at) : (JSON.parse(from) as Reading);
  const until = new Date(at - UNREFERENCED_MS);
  const { unreferenced, next } = await someTexts(db, {
    until: until.toISOString(),
    from: reading.from,
    limit: TEXTS_AT_ONCE,
  });
  await dropTexts(db, unreferenced);
  const count = unreferenced.length;
  if (next !== null) return { count, next: JSON.stringify({ ...reading, from: next } satisfies Reading) };
  await note(db, READ_UNTIL, until.getTime());
  if (reading.isWhole) await note(db, WHOLE_AT, at);
  return { count, next: null };
}

async function begin(db: Kysely<Database>, at: number): Promise<Reading> {
  const rows = await db.selectFrom('counter').selectAll().where('name', 'in', [READ_UNTIL, WHOLE_AT]).execute();
  const timeOf = (name: string): number => rows.find((row) => row.name === name)?.last ?? 0;
  const wholeAt = timeOf(WHOLE_AT);
  // A clock that was ahead has noted a time to come.
  const isWhole = wholeAt > at || wholeAt <= at - WHOLE_MS;
  return { isWhole, from: [isWhole ? '' : new Date(timeOf(READ_UNTIL)).toISOString(), ''] };
}

async function note(db: Kysely<Database>, name: string, last: number): Promise<void> {
  await db
    .insertInto('counter')
    .values({ name, last })
    .onConflict((known) => known.column('name').doUpdateSet({ last }))
    .execute();
}
