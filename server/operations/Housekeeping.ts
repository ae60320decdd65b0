import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import type { Kysely } from 'kysely';
import { Counter } from 'prom-client';
import type { Clock } from '../ports';
import { Collector } from '../collector/Collector';
import type { StepRunner } from '../collector/readReferences';
import type { Database } from '../db';
import type { FileStore } from '../files/FileStore';
import { sweepLeftovers } from '../files/leftoverFiles';
import type { CanvasWork } from '../canvas/work/CanvasWork';
import { HOUR_MS } from '../time';
import { NO_FIGURES } from '../usage/usageFigures';
import { CLEANINGS } from './clean';
import type { Cleaned, CleaningName } from './clean';
import { gauge } from './metrics';
import { takeLease } from '../db/takeLease';

/** Timers are not exact: the server that had the last lease must not miss the next by a second. */
const LEASE_MS = HOUR_MS - 5 * 60 * 1000;
/** Least pause after each step; a longer step is followed by a pause as long as itself. */
const PAUSE_MS = 20;
/** Time after which the other members' files wait for the next hour, so that the other cleanings run. */
const COLLECT_MS = HOUR_MS / 2;

export interface HousekeepingDeps {
  db: Kysely<Database>;
  clock: Clock;
  work: CanvasWork;
  store: FileStore;
  trashDays: number;
  log: FastifyBaseLogger;
}

/**
 * Deletes what has expired: every server once it listens, then one of them every hour. It does so in small steps in a worker thread, with
 * pauses between them.
 */
export class Housekeeping {
  readonly #deps: HousekeepingDeps;
  readonly #stop = new AbortController();
  readonly #deletedRows = new Counter({
    name: 'housekeeping_deleted_rows_total',
    help: 'Rows deleted, by kind',
    labelNames: ['kind'],
    registers: [],
  });
  readonly #collector: Collector;
  #figures = NO_FIGURES;
  #endedAt = 0;
  #cleaning: Promise<void> | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(deps: HousekeepingDeps) {
    this.#deps = deps;
    const ask: StepRunner = async (name, input) => {
      this.#stop.signal.throwIfAborted();
      const begun = performance.now();
      const answer = await deps.work.runInThread(name, input);
      await this.#pause(performance.now() - begun);
      return answer;
    };
    this.#collector = new Collector({ ask, clock: deps.clock });
  }

  get metrics() {
    const help =
      'When the last run ended of which no part failed, in seconds since 1970; 0 before the first. A member whose files cannot be checked is only logged';
    const asOf = 'as of the last housekeeping';
    return [
      this.#deletedRows,
      gauge('housekeeping_ended_seconds', help, () => this.#endedAt),
      gauge('usage_bytes', `Storage of all members together, in bytes, ${asOf}`, () => this.#figures.bytes),
      gauge('usage_bytes_max', `Largest storage of one member, in bytes, ${asOf}`, () => this.#figures.bytesMax),
      gauge('usage_projects', `Projects that are not deleted, ${asOf}`, () => this.#figures.projects),
      gauge('usage_members', `Members who have ever stored something, ${asOf}`, () => this.#figures.members),
      gauge(
        'files_unreferenced',
        `Files of members without a reference, ${asOf}`,
        () => this.#figures.unreferencedFiles,
      ),
      gauge('files_unreferenced_bytes', `Size of these files, ${asOf}`, () => this.#figures.unreferencedBytes),
    ];
  }

  /** Returns at once. */
  start(): void {
    this.#begin({ isLeased: false });
    this.#timer = setInterval(() => this.#begin({ isLeased: true }), HOUR_MS).unref();
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    this.#stop.abort();
    await this.#cleaning;
  }

  /** Begins to clean, unless a cleaning is still going on. */
  #begin(how: { isLeased: boolean }): void {
    this.#cleaning ??= this.#clean(how).finally(() => (this.#cleaning = undefined));
  }

  /** A failure is logged and retried in an hour; the rest is done nevertheless. */
  async #clean({ isLeased }: { isLeased: boolean }): Promise<void> {
    const { db, clock, log } = this.#deps;
    const { signal } = this.#stop;
    try {
      if (isLeased && !(await takeLease(db, 'housekeeping', { now: clock.now(), afterMs: LEASE_MS }))) return;
    } catch (error) {
      log.error({ err: error }, 'housekeeping failed');
      return;
    }
    const done: boolean[] = [];
    for (const name of CLEANINGS) done.push(await this.#guard(name, () => this.#step(name)));
    done.push(await this.#guard('unreferenced', () => this.#collect()));
    done.push(await this.#guard('files', () => sweepLeftovers(this.#deps, signal)));
    done.push(
      await this.#guard('figures', async () => {
        this.#figures = await this.#deps.work.runInThread('usageFigures', null);
      }),
    );
    if (done.every(Boolean)) this.#endedAt = Date.now() / 1000;
  }

  async #step(name: CleaningName): Promise<void> {
    const { clock, work, trashDays } = this.#deps;
    const now = clock.now().toISOString();
    let from: string | null = null;
    const failed: string[] = [];
    do {
      const begun = performance.now();
      const { count, next, failures = [] }: Cleaned = await work.runInThread('clean', { name, now, trashDays, from });
      this.#deletedRows.inc({ kind: name }, count);
      failed.push(...failures);
      from = next;
      if (from !== null) await this.#pause(performance.now() - begun);
    } while (from !== null && !this.#stop.signal.aborted);
    if (failed.length > 0) throw new Error(`Not everything could be deleted. ${failed.join('; ')}`);
  }

  async #collect(): Promise<void> {
    const begun = performance.now();
    for await (const { memberId, collected, failure } of this.#collector.sweep({ isDry: false })) {
      if (failure !== undefined) {
        this.#deps.log.error({ err: failure, member: memberId }, 'the files of a member could not be checked');
      }
      this.#deletedRows.inc({ kind: 'unreferenced' }, collected);
      if (performance.now() - begun > COLLECT_MS) return;
    }
  }

  /** Returns whether the work was done. */
  async #guard(kind: string, work: () => Promise<void>): Promise<boolean> {
    const { signal } = this.#stop;
    if (signal.aborted) return false;
    try {
      await work();
      return !signal.aborted;
    } catch (error) {
      if (!signal.aborted) this.#deps.log.error({ err: error, kind }, 'housekeeping failed');
      return false;
    }
  }

  async #pause(tookMs: number): Promise<void> {
    const { signal } = this.#stop;
    await sleep(Math.max(PAUSE_MS, tookMs), undefined, { signal, ref: false }).catch(() => undefined);
  }
}
