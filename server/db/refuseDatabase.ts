import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { Clock } from '../ports';
import { StartRefused } from '../errors';
import { isPostgres } from './dialect';
import type { Database } from './schema';

/** Leases of jobs last 10 s: servers may differ from their database by half of that, and so from one another. */
const APART_MAX_MS = 5_000;

/**
 * Compares this server's clock with the database's, which all servers share. Throws StartRefused when they differ so much that this server
 * would end the others' jobs, or they its own. SQLite has no separate clock.
 */
export async function refuseOddClock(db: Kysely<Database>, clock: Clock): Promise<void> {
  if (!isPostgres(db)) return;
  const before = clock.now().getTime();
  const { rows } = await sql<{ ms: string }>`select extract(epoch from clock_timestamp()) * 1000 as ms`.execute(db);
  const after = clock.now().getTime();
  const there = Number(rows[0]?.ms);
  // The answer was on its way for a while: it is only odd when it lies outside of that.
  const apartMs = Math.max(before - there, there - after, 0);
  if (apartMs <= APART_MAX_MS) return;
  throw new StartRefused(
    `The clock of this machine and that of PostgreSQL are ${Math.round(apartMs / 1000)} s apart: set both by a time server (NTP). Servers may be 5 s apart at most.`,
  );
}

/** A table that only a database has into which another installation is being moved: one text, `source`, says which. */
export const MOVE_UNDER_WAY = 'move_under_way';

/** Throws StartRefused for a database that has a part of an installation only. */
export async function refuseHalfMoved(db: Kysely<Database>): Promise<void> {
  const tables = await db.introspection.getTables();
  if (tables.some(({ name }) => name === MOVE_UNDER_WAY)) {
    throw new StartRefused(
      'The database of DATABASE_URL is the target of a move that has not ended: run the same npm run move again.',
    );
  }
}
