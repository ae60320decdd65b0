import type { FastifyBaseLogger } from 'fastify';
import type { Kysely } from 'kysely';
import type { Clock } from '../Clock';
import type { Database } from '../db';
import type { FileStore } from '../files/FileStore';
import { sweepLeftovers } from '../files/leftoverFiles';
import type { CanvasStore } from '../projects/CanvasStore';
import { dropOldAnswers } from '../projects/patchAnswers';
import type { Trash } from '../trash/Trash';
import { takeTurn } from './takeTurn';

const HOUR_MS = 60 * 60 * 1000;
/** Timers are not exact: whoever had the last turn is not to miss the next for a second. */
const TURN_MS = HOUR_MS - 5 * 60 * 1000;
const TOKENS_SHOWN_MS = 30 * 24 * HOUR_MS;

export interface HousekeepingDeps {
  db: Kysely<Database>;
  clock: Clock;
  trash: Trash;
  canvases: CanvasStore;
  store: FileStore;
  log: FastifyBaseLogger;
}

/** Throws away what nobody can ask for any more: every server as it starts, then one of them every hour. */
export class Housekeeping {
  readonly #deps: HousekeepingDeps;
  readonly #stop = new AbortController();
  #sweeping: Promise<void> = Promise.resolve();
  #timer: NodeJS.Timeout | undefined;

  constructor(deps: HousekeepingDeps) {
    this.#deps = deps;
  }

  async start(): Promise<void> {
    await this.#clean({ inTurn: false });
    this.#timer = setInterval(() => void this.#clean({ inTurn: true }), HOUR_MS);
    this.#timer.unref();
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    this.#stop.abort();
    await this.#sweeping;
  }

  /** A failure is logged and tried again in an hour. The file store may take its time: nobody waits for it. */
  async #clean({ inTurn }: { inTurn: boolean }): Promise<void> {
    const { db, clock, trash, canvases, log } = this.#deps;
    try {
      const now = clock.now();
      if (inTurn && !(await takeTurn(db, 'housekeeping', { now, afterMs: TURN_MS }))) return;
      await db.deleteFrom('session').where('expires_at', '<=', now.toISOString()).execute();
      // Those that are over are shown as such for a while.
      const longOver = new Date(now.getTime() - TOKENS_SHOWN_MS).toISOString();
      await db.deleteFrom('api_token').where('expires_at', '<=', longOver).execute();
      await dropOldAnswers(db, now);
      await trash.empty();
      await canvases.dropUnnamed();
    } catch (error) {
      log.error({ err: error }, 'housekeeping failed');
    }
    this.#sweeping = this.#sweeping.then(() => this.#sweep());
  }

  async #sweep(): Promise<void> {
    try {
      await sweepLeftovers(this.#deps, this.#stop.signal);
    } catch (error) {
      this.#deps.log.error({ err: error }, 'files of nobody could not be removed');
    }
  }
}
