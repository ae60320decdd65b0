import { sql, type Kysely } from 'kysely';
import { stat } from 'node:fs/promises';
import type { FastifyBaseLogger } from 'fastify';
import type { DatabaseAddress } from '../connect';
import type { Database } from '../schema';
import { BUSY_TIMEOUT_MS } from './ImmediateDriver';
import { MEBIBYTE } from '../../bytes';

const POLL_MS = 1_000;
/** SQLite's own default, 1000 pages. */
const WAL_MAX_BYTES = 4 * MEBIBYTE;

/**
 * Keeps SQLite's write-ahead log short, in a worker thread. SQLite itself would empty it during a save, in the main thread.
 */
export class WalCheckpoints {
  readonly #path: string | null;
  readonly #empty: () => Promise<unknown>;
  readonly #log: FastifyBaseLogger;
  #timer: NodeJS.Timeout | undefined;
  #isBusy = false;

  constructor(deps: { database: DatabaseAddress; empty: () => Promise<unknown>; log: FastifyBaseLogger }) {
    this.#path = deps.database.kind === 'sqlite' ? `${deps.database.path}-wal` : null;
    this.#empty = deps.empty;
    this.#log = deps.log;
  }

  start(): void {
    const path = this.#path;
    if (path !== null) this.#timer = setInterval(() => void this.#look(path), POLL_MS).unref();
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  async #look(path: string): Promise<void> {
    if (this.#isBusy) return;
    this.#isBusy = true;
    try {
      if ((await stat(path)).size > WAL_MAX_BYTES) await this.#empty();
    } catch (error) {
      this.#log.warn({ err: error }, 'the write-ahead log could not be emptied');
    } finally {
      this.#isBusy = false;
    }
  }
}

/** Length of the log; frames, which are pages with a small head. */
interface WalState {
  log: number;
  checkpointed: number;
}

/**
 * A completely emptied log is overwritten from its start, which takes half as long as growing a truncated file. Under constant saves it is
 * never empty: at this many frames, 32 MiB, it is emptied while writers wait.
 */
const WAL_MAX_FRAMES = 16_384;

/** Takes what was written out of the write-ahead log. */
export async function emptyLog(db: Kysely<Database>): Promise<void> {
  const { rows } = await sql<WalState>`pragma wal_checkpoint(passive)`.execute(db);
  // No writer has waited so far. From here on writers wait until the rest is emptied.
  if (!rows.some(({ log, checkpointed }) => log > checkpointed && log >= WAL_MAX_FRAMES)) return;
  // Writers would wait for as long as this waits for readers, so it does not wait: the next checkpoint comes soon enough.
  await sql`pragma busy_timeout = 0`.execute(db);
  await sql`pragma wal_checkpoint(truncate)`.execute(db);
  await sql`pragma busy_timeout = ${sql.lit(BUSY_TIMEOUT_MS)}`.execute(db);
}
