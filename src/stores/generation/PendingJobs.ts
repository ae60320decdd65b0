import * as z from 'zod/mini';
import { readWords } from '../failureWords';
import { pathOf, type TabSlot } from '../sync/device/TabSlot';
import type { Cancel, RecordStore, Tabs } from '../ports';

const pendingRun = z.discriminatedUnion('state', [
  // The server has got no request yet.
  z.object({ state: z.literal('waiting') }),
  // The request's number, which tells its job from others of the node; null when it never had one.
  z.object({ state: z.literal('asked'), startedAt: z.string(), number: z.nullable(z.int()) }),
  z.object({
    state: z.literal('failed'),
    words: z.pipe(z.unknown(), z.transform(readWords)),
    number: z._default(z.nullable(z.int()), null),
  }),
]);
export type PendingRun = z.infer<typeof pendingRun>;

/** Earlier versions stored only the start. */
const earlier = z.pipe(
  z.string(),
  z.transform((startedAt: string): PendingRun => ({ state: 'asked', startedAt, number: null })),
);
const shape = z.catch(z.record(z.string(), z.union([pendingRun, earlier])), {});

interface PendingJobsOptions {
  readonly records: RecordStore;
  readonly slot: TabSlot;
  readonly tabs: Pick<Tabs, 'claim'>;
}

const PREFIX = 'runs/';

/** Runs that a page leaves behind, by node: those that it waited for, and why others have failed. Each tab keeps its own. */
export class PendingJobs {
  readonly #options: PendingJobsOptions;
  readonly #key: string;
  #runs: Record<string, PendingRun> = {};
  #isRead = false;

  constructor(options: PendingJobsOptions) {
    this.#options = options;
    this.#key = PREFIX + pathOf(options.slot);
  }

  /** Reads what earlier pages of this tab slot and tabs that are gone have left. */
  async read(): Promise<ReadonlyMap<string, PendingRun>> {
    const { records, slot, tabs } = this.#options;
    const beside = `${PREFIX}${pathOf({ ...slot, beside: null })}/`;
    const keys = (await records.keys().catch(() => [])).filter((key) => key.startsWith(beside) && key !== this.#key);
    const taken: Record<string, undefined> = {};
    const releases: Cancel[] = [];
    // Later, runs may have been removed here since their record was read.
    let left = this.#isRead ? {} : await this.#at(this.#key);
    this.#isRead = true;
    for (const key of keys) {
      const release = await tabs.claim(key.slice(PREFIX.length));
      if (!release) continue;
      releases.push(release);
      left = { ...(await this.#at(key)), ...left };
      taken[key] = undefined;
    }
    this.#runs = { ...left, ...this.#runs };
    if (releases.length > 0) await this.#write(taken);
    for (const release of releases) release();
    return new Map(Object.entries(this.#runs));
  }

  set(nodeId: string, run: PendingRun): void {
    this.#runs = { ...this.#runs, [nodeId]: run };
    void this.#write();
  }

  remove(nodeId: string): void {
    const { [nodeId]: gone, ...rest } = this.#runs;
    if (!gone) return;
    this.#runs = rest;
    void this.#write();
  }

  async #at(key: string): Promise<Record<string, PendingRun>> {
    return shape.parse(await this.#options.records.get(key).catch(() => ({})));
  }

  /** `taken`: keys whose runs are included now. */
  async #write(taken: Record<string, undefined> = {}): Promise<void> {
    const runs = Object.keys(this.#runs).length > 0 ? this.#runs : undefined;
    await this.#options.records.setAll({ ...taken, [this.#key]: runs }).catch(() => undefined);
  }
}
