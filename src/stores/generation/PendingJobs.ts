import * as z from 'zod/mini';
import { readFailureWords } from '../failureWords';
import { ownSlot, pathOf, type TabSlot } from '../sync/device/TabSlot';
import type { Cancel, RecordStore, Tabs } from '../ports';

const pendingJob = z.discriminatedUnion('state', [
  // The server has got no request yet.
  z.object({ state: z.literal('waiting') }),
  z.object({
    state: z.literal('asked'),
    startedAt: z.string(),
    // The request's number, which tells its job from others of the node; null when it never had one.
    number: z.nullable(z.int()),
    // `JobResults.shownOn` at that time; earlier versions did not store it.
    shown: z.optional(z.int()),
  }),
  z.object({
    state: z.literal('failed'),
    words: z.pipe(z.unknown(), z.transform(readFailureWords)),
    number: z._default(z.nullable(z.int()), null),
  }),
]);
export type PendingJob = z.infer<typeof pendingJob>;

/** The person has stopped the request of this number, and nothing has answered yet that it is over. Its node may run again meanwhile. */
const stop = z.object({ nodeId: z.string(), number: z.nullable(z.int()) });
export type Stop = z.infer<typeof stop>;

const leftJobs = z.object({ jobs: z.record(z.string(), pendingJob), stops: z.array(stop) });
/** Jobs by node, and the stops of all nodes. */
export type LeftJobs = z.infer<typeof leftJobs>;

const NONE: LeftJobs = { jobs: {}, stops: [] };

/** Earlier versions stored the jobs alone, and the earliest of them only the start. */
const earlierJob = z.pipe(
  z.union([pendingJob, z.string()]),
  z.transform((job): PendingJob => (typeof job === 'string' ? { state: 'asked', startedAt: job, number: null } : job)),
);
const earlier = z.pipe(
  z.record(z.string(), earlierJob),
  z.transform((jobs: LeftJobs['jobs']): LeftJobs => ({ jobs, stops: [] })),
);
const shape = z.catch(z.union([leftJobs, earlier]), NONE);

/** The jobs of `newer` replace those of the same nodes. */
const together = (older: LeftJobs, newer: LeftJobs): LeftJobs => ({
  jobs: { ...older.jobs, ...newer.jobs },
  stops: [...older.stops, ...newer.stops],
});

interface PendingJobsOptions {
  readonly records: RecordStore;
  readonly slot: TabSlot;
  readonly tabs: Pick<Tabs, 'claim'>;
}

const PREFIX = 'runs/';

/** Jobs that a page leaves behind, by node: those that it waited for or has stopped, and why others have failed. Each tab keeps its own. */
export class PendingJobs {
  readonly #options: PendingJobsOptions;
  readonly #key: string;
  #left = NONE;
  #isRead = false;

  constructor(options: PendingJobsOptions) {
    this.#options = options;
    this.#key = PREFIX + pathOf(options.slot);
  }

  /** Reads what earlier pages of this tab slot and tabs that are gone have left. */
  async read(): Promise<LeftJobs> {
    const { records, slot, tabs } = this.#options;
    const beside = `${PREFIX}${pathOf(ownSlot(slot))}/`;
    const keys = (await records.keys().catch(() => [])).filter((key) => key.startsWith(beside) && key !== this.#key);
    const taken: Record<string, undefined> = {};
    const releases: Cancel[] = [];
    // Later, jobs may have been removed here since their record was read.
    let left = this.#isRead ? NONE : await this.#at(this.#key);
    this.#isRead = true;
    for (const key of keys) {
      const release = await tabs.claim(key.slice(PREFIX.length));
      if (!release) continue;
      releases.push(release);
      left = together(await this.#at(key), left);
      taken[key] = undefined;
    }
    this.#left = together(left, this.#left);
    if (releases.length > 0) await this.#write(taken);
    for (const release of releases) release();
    return this.#left;
  }

  set(nodeId: string, job: PendingJob): void {
    this.#keep({ ...this.#left, jobs: { ...this.#left.jobs, [nodeId]: job } });
  }

  remove(nodeId: string): void {
    const { [nodeId]: gone, ...jobs } = this.#left.jobs;
    if (gone) this.#keep({ ...this.#left, jobs });
  }

  addStop(stop: Stop): void {
    this.#keep({ ...this.#left, stops: [...this.#left.stops, stop] });
  }

  /** Removes these stops, and returns those that were still there. */
  takeStops(wanted: readonly Stop[]): Stop[] {
    const isWanted = (stop: Stop): boolean =>
      wanted.some(({ nodeId, number }) => nodeId === stop.nodeId && number === stop.number);
    const { stops } = this.#left;
    const taken = stops.filter(isWanted);
    if (taken.length > 0) this.#keep({ ...this.#left, stops: stops.filter((stop) => !isWanted(stop)) });
    return taken;
  }

  #keep(left: LeftJobs): void {
    this.#left = left;
    void this.#write();
  }

  async #at(key: string): Promise<LeftJobs> {
    return shape.parse(await this.#options.records.get(key).catch(() => NONE));
  }

  /** `taken`: keys whose jobs are included now. */
  async #write(taken: Record<string, undefined> = {}): Promise<void> {
    const { jobs, stops } = this.#left;
    const left = Object.keys(jobs).length + stops.length > 0 ? this.#left : undefined;
    await this.#options.records.setAll({ ...taken, [this.#key]: left }).catch(() => undefined);
  }
}
