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
  // The person has stopped it before its job had a name, and its node may wait to run again.
  z.object({ state: z.literal('stopped'), number: z.nullable(z.int()), isWaiting: z.boolean() }),
  z.object({
    state: z.literal('failed'),
    words: z.pipe(z.unknown(), z.transform(readFailureWords)),
    number: z._default(z.nullable(z.int()), null),
  }),
]);
export type PendingJob = z.infer<typeof pendingJob>;

/** Earlier versions stored only the start. */
const earlier = z.pipe(
  z.string(),
  z.transform((startedAt: string): PendingJob => ({ state: 'asked', startedAt, number: null })),
);
const shape = z.catch(z.record(z.string(), z.union([pendingJob, earlier])), {});

interface PendingJobsOptions {
  readonly records: RecordStore;
  readonly slot: TabSlot;
  readonly tabs: Pick<Tabs, 'claim'>;
}

const PREFIX = 'runs/';

/** Jobs that a page leaves behind, by node: those that it waited for, and why others have failed. Each tab keeps its own. */
export class PendingJobs {
  readonly #options: PendingJobsOptions;
  readonly #key: string;
  #jobs: Record<string, PendingJob> = {};
  #isRead = false;

  constructor(options: PendingJobsOptions) {
    this.#options = options;
    this.#key = PREFIX + pathOf(options.slot);
  }

  /** Reads what earlier pages of this tab slot and tabs that are gone have left. */
  async read(): Promise<ReadonlyMap<string, PendingJob>> {
    const { records, slot, tabs } = this.#options;
    const beside = `${PREFIX}${pathOf(ownSlot(slot))}/`;
    const keys = (await records.keys().catch(() => [])).filter((key) => key.startsWith(beside) && key !== this.#key);
    const taken: Record<string, undefined> = {};
    const releases: Cancel[] = [];
    // Later, jobs may have been removed here since their record was read.
    let left = this.#isRead ? {} : await this.#at(this.#key);
    this.#isRead = true;
    for (const key of keys) {
      const release = await tabs.claim(key.slice(PREFIX.length));
      if (!release) continue;
      releases.push(release);
      left = { ...(await this.#at(key)), ...left };
      taken[key] = undefined;
    }
    this.#jobs = { ...left, ...this.#jobs };
    if (releases.length > 0) await this.#write(taken);
    for (const release of releases) release();
    return new Map(Object.entries(this.#jobs));
  }

  set(nodeId: string, job: PendingJob): void {
    this.#jobs = { ...this.#jobs, [nodeId]: job };
    void this.#write();
  }

  remove(nodeId: string): void {
    const { [nodeId]: gone, ...rest } = this.#jobs;
    if (!gone) return;
    this.#jobs = rest;
    void this.#write();
  }

  async #at(key: string): Promise<Record<string, PendingJob>> {
    return shape.parse(await this.#options.records.get(key).catch(() => ({})));
  }

  /** `taken`: keys whose jobs are included now. */
  async #write(taken: Record<string, undefined> = {}): Promise<void> {
    const jobs = Object.keys(this.#jobs).length > 0 ? this.#jobs : undefined;
    await this.#options.records.setAll({ ...taken, [this.#key]: jobs }).catch(() => undefined);
  }
}
