import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { Database } from '../schema';
import { BUSY_TIMEOUT_MS } from './ImmediateDriver';

/** Length of the log; frames, which are pages with a small head. */
interface WalState {
  log: number;
  checkpointed: number;
}

/**
 * A log that was emptied wholly is overwritten from its start, which takes half as long as growing a truncated file. Under constant
 * saves it is never empty: at so many frames, 32 MiB, it is emptied while writers wait.
 */
const WAL_MAX_FRAMES = 16_384;

/** Takes what was written out of the write-ahead log. */
export async function emptyLog(db: Kysely<Database>): Promise<void> {
  const { rows } = await sql<WalState>`pragma wal_checkpoint(passive)`.execute(db);
  // No writer has waited so far. From here on writers wait until the rest is emptied.
  if (!rows.some(({ log, checkpointed }) => log > checkpointed && log >= WAL_MAX_FRAMES)) return;
  // Writers would also wait as long as this waits for readers: it waits for nobody, the next checkpoint comes soon enough.
  await sql`pragma busy_timeout = 0`.execute(db);
  await sql`pragma wal_checkpoint(truncate)`.execute(db);
  await sql`pragma busy_timeout = ${sql.lit(BUSY_TIMEOUT_MS)}`.execute(db);
}
