import { stat } from 'node:fs/promises';
import type { FastifyBaseLogger } from 'fastify';

const LOOK_EVERY_MS = 1_000;
/** SQLite's own default, 1000 pages. */
const WAL_MAX_BYTES = 4 * 1024 * 1024;

/**
 * Keeps the write-ahead log short. Left to itself SQLite empties it within somebody's save, in the thread that answers
 * everybody.
 */
export class WalCheckpoints {
  readonly #path: string;
  readonly #empty: () => Promise<unknown>;
  readonly #log: FastifyBaseLogger;
  #timer: NodeJS.Timeout | undefined;
  #isBusy = false;

  constructor(deps: { databasePath: string; empty: () => Promise<unknown>; log: FastifyBaseLogger }) {
    this.#path = `${deps.databasePath}-wal`;
    this.#empty = deps.empty;
    this.#log = deps.log;
  }

  start(): void {
    this.#timer = setInterval(() => void this.#look(), LOOK_EVERY_MS).unref();
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  async #look(): Promise<void> {
    if (this.#isBusy) return;
    this.#isBusy = true;
    try {
      if ((await stat(this.#path)).size > WAL_MAX_BYTES) await this.#empty();
    } catch (error) {
      this.#log.warn({ err: error }, 'the write-ahead log could not be emptied');
    } finally {
      this.#isBusy = false;
    }
  }
}
