import { stat } from 'node:fs/promises';
import type { FastifyBaseLogger } from 'fastify';
import type { DatabaseAddress } from '../connect';

const LOOK_EVERY_MS = 1_000;
/** SQLite's own default, 1000 pages. */
const WAL_MAX_BYTES = 4 * 1024 * 1024;

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
    if (path !== null) this.#timer = setInterval(() => void this.#look(path), LOOK_EVERY_MS).unref();
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
