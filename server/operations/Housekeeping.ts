import type { FastifyBaseLogger } from 'fastify';
import type { Kysely } from 'kysely';
import type { Clock } from '../Clock';
import type { Database } from '../db';
import type { CanvasStore } from '../projects/CanvasStore';
import { dropOldAnswers } from '../projects/patchAnswers';
import type { Trash } from '../trash/Trash';

const HOUR_MS = 60 * 60 * 1000;

export interface HousekeepingDeps {
  db: Kysely<Database>;
  clock: Clock;
  trash: Trash;
  canvases: CanvasStore;
  log: FastifyBaseLogger;
}

/** Throws away, at the start and every hour, what nobody can ask for any more. */
export class Housekeeping {
  readonly #deps: HousekeepingDeps;
  #timer: NodeJS.Timeout | undefined;

  constructor(deps: HousekeepingDeps) {
    this.#deps = deps;
  }

  async start(): Promise<void> {
    await this.clean();
    this.#timer = setInterval(() => void this.clean(), HOUR_MS);
    this.#timer.unref();
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  /** A failure is logged and tried again in an hour. */
  async clean(): Promise<void> {
    const { db, clock, trash, canvases, log } = this.#deps;
    try {
      const now = clock.now();
      await db.deleteFrom('session').where('expires_at', '<=', now.toISOString()).execute();
      await dropOldAnswers(db, now);
      await trash.empty();
      await canvases.dropUnnamed();
    } catch (error) {
      log.error({ err: error }, 'housekeeping failed');
    }
  }
}
