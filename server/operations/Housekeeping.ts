import type { FastifyBaseLogger } from 'fastify';
import type { Kysely } from 'kysely';
import type { Clock } from '../Clock';
import type { Database } from '../db';
import { dropOldAnswers } from '../projects/patchAnswers';
import type { ProjectStore } from '../projects/ProjectStore';

const HOUR_MS = 60 * 60 * 1000;

/** Throws away, at the start and every hour, what nobody can ask for any more. */
export class Housekeeping {
  readonly #deps: { db: Kysely<Database>; clock: Clock; projects: ProjectStore; log: FastifyBaseLogger };
  #timer: NodeJS.Timeout | undefined;

  constructor(deps: { db: Kysely<Database>; clock: Clock; projects: ProjectStore; log: FastifyBaseLogger }) {
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
    const { db, clock, projects, log } = this.#deps;
    try {
      const now = clock.now();
      await db.deleteFrom('session').where('expires_at', '<=', now.toISOString()).execute();
      await dropOldAnswers(db, now);
      await projects.emptyTrash();
    } catch (error) {
      log.error({ err: error }, 'housekeeping failed');
    }
  }
}
