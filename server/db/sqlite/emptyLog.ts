import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { Database } from '../schema';
import { BUSY_TIMEOUT_MS } from './ImmediateDriver';

/** In frames: pages with a small head. */
interface WalState {
  log: number;
  checkpointed: number;
}

/**
 * Whoever writes after a log was taken out wholly begins it anew, over what is there: nobody waits for that, and writing over
 * takes half as long as growing a file that was cut off. While people save all the time a log is never quite taken out: at
 * so many frames, 32 MiB, the rest is, by force.
 */
const WAL_MAX_FRAMES = 16_384;

/** Takes what was written out of the write-ahead log. */
export async function emptyLog(db: Kysely<Database>): Promise<void> {
  const { rows } = await sql<WalState>`pragma wal_checkpoint(passive)`.execute(db);
  // That stopped nobody. What follows keeps writers waiting for as long as there is something left to take out.
  if (!rows.some(({ log, checkpointed }) => log > checkpointed && log >= WAL_MAX_FRAMES)) return;
  // Writers would also wait as long as this waits for readers: it waits for nobody, the next checkpoint comes soon enough.
  await sql`pragma busy_timeout = 0`.execute(db);
  await sql`pragma wal_checkpoint(truncate)`.execute(db);
  await sql`pragma busy_timeout = ${sql.lit(BUSY_TIMEOUT_MS)}`.execute(db);
}
