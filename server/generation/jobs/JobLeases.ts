import type { FastifyBaseLogger } from 'fastify';
import type { Kysely } from 'kysely';
import { inSmallBatches } from '../../batches';
import { isPostgres } from '../../db';
import type { Database } from '../../db';
import type { Clock } from '../../ports';
import type { GenerationCounters } from '../GenerationDeps';
import { RESTARTED } from './JobEvent';
import type { JobRow, JobStore } from './JobStore';
import { Poller } from '../../Poller';

/** A running job whose server was not heard of for so long has lost it. */
export const LEASE_MS = 10_000;
const RENEW_EVERY_MS = 3_000;
/** Within so long after the database is back, every server that is there has renewed its leases. */
const RENEWED_WITHIN_MS = 5_000;

/** End of the lease of a job that begins or goes on now. */
export function leaseUntil(now: Date): string {
  return new Date(now.getTime() + LEASE_MS).toISOString();
}

interface JobLeasesDeps {
  db: Kysely<Database>;
  jobs: JobStore;
  counters: GenerationCounters;
  clock: Clock;
  log: FastifyBaseLogger;
}

/**
 * Distinguishes running jobs from those whose server is gone. A server renews the leases of its own jobs; the first server that sees an
 * expired lease fails the job, and nothing ever runs again by itself. One that could not reach the database fails none for as long as a
 * lease lasts: the others could not renew theirs. A server that had only stalled takes its jobs back.
 */
export class JobLeases {
  readonly #deps: JobLeasesDeps;
  readonly #held = new Set<string>();
  readonly #poller: Poller;
  /** ISO 8601: no job is failed before. */
  #failsFrom = '';

  constructor(deps: JobLeasesDeps) {
    this.#deps = deps;
    // It may start just as the database comes back. Without PostgreSQL it is alone, and nothing is to be waited for.
    if (isPostgres(deps.db)) this.#failsFrom = new Date(deps.clock.now().getTime() + RENEWED_WITHIN_MS).toISOString();
    this.#poller = new Poller({
      name: 'leases',
      everyMs: RENEW_EVERY_MS,
      isWanted: () => this.#held.size > 0,
      poll: async () => {
        for await (const ids of inSmallBatches([...this.#held]))
          await deps.jobs.renew(ids, leaseUntil(deps.clock.now()));
      },
      log: deps.log,
    });
  }

  /** Makes this server renew the lease of the job from now on. */
  hold(id: string): void {
    this.#held.add(id);
    this.#poller.wake();
  }

  release(id: string): void {
    this.#held.delete(id);
  }

  /**
   * Reads jobs by `ask`, and once more after it has failed those whose server is gone. Renews, and runs again, jobs of this server that
   * others have failed while it stalled.
   */
  async read(ask: () => Promise<JobRow[]>): Promise<JobRow[]> {
    const rows = await ask().catch((error: unknown) => {
      this.#failsFrom = leaseUntil(this.#deps.clock.now());
      throw error;
    });
    const now = this.#deps.clock.now();
    const givenUp = rows.filter((row) => row.code === RESTARTED.code && this.#held.has(row.id));
    // Our own may only have been renewed late, as after a sleep of the machine.
    const lost = rows.filter(
      (row) => row.state === 'running' && row.lease_until <= now.toISOString() && !this.#held.has(row.id),
    );
    if (givenUp.length > 0) await this.#deps.jobs.renew(idsOf(givenUp), leaseUntil(now));
    const mayFail = lost.length > 0 && now.toISOString() >= this.#failsFrom;
    if (mayFail) await this.#fail(idsOf(lost), now.toISOString());
    return givenUp.length > 0 || mayFail ? ask() : rows;
  }

  stop(): Promise<void> {
    return this.#poller.stop();
  }

  async #fail(ids: string[], now: string): Promise<void> {
    const failed = await this.#deps.jobs.failLost(ids, now);
    for (const { provider } of failed) this.#deps.counters.ended(provider ?? 'unknown', RESTARTED.code);
    if (failed.length > 0) this.#deps.log.warn({ jobs: failed.length }, 'picture jobs have lost their server');
  }
}

const idsOf = (rows: JobRow[]): string[] => rows.map(({ id }) => id);
