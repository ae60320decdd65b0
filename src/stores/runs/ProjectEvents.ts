import type { Api } from '../../api';
import { isProjectGone } from '../../api/ApiFailure';
import type { Job } from '../../api/contract';
import type { ProjectEvent } from '../../api/contractEvents';
import { jitteredBackoffMs } from '../backoff';
import { wait, type Cancel, type Clock, type Network, type PageLife } from '../ports';

export interface ProjectEventsDeps {
  readonly pid: number;
  readonly api: Api['events'];
  readonly clock: Clock;
  readonly network: Network;
  readonly pageLife: PageLife;
  /** A random number from 0 to 1. */
  readonly random: () => number;
  readonly onEvent: (event: ProjectEvent) => void;
  /** The stream has begun: events from now on are reported; earlier reads may be out of date. Called once. */
  readonly onBegin: () => void;
}

/** `isLate`: nobody read the stream for a while, and the canvas may have changed since the job ended. */
export interface JobEnd {
  readonly job: Job;
  readonly isLate: boolean;
}

/**
 * Resolves with the job once its end is reported, or with null when the stream stops reporting; returns null when the end may have been
 * missed, since nobody read the stream all the time.
 */
export type EndOf = (jobId: string, signal: AbortSignal) => Promise<JobEnd | null> | null;

/** The newest ends are remembered, since a job's end may be told before anybody waits for it. */
const ENDS_KEPT = 1000;

/**
 * The one event stream of the open project. A hidden page closes it; missed events come when the page is shown again,
 * as after a broken connection.
 */
export class ProjectEvents {
  readonly #deps: ProjectEventsDeps;
  readonly #cancels: Cancel[] = [];
  readonly #ends = new Map<string, Job>();
  readonly #waiting = new Map<string, (job: Job | null) => void>();
  #controller: AbortController | null = null;
  #cancelRetry: Cancel | null = null;
  /** Id of the last event that was read. */
  #lastId: string | undefined;
  #failures = 0;
  /** The time in which every end is reported; null while nobody reads the stream, another one after missed events. */
  #watch: object | null = null;
  #begun: Promise<void> = Promise.resolve();
  #tellBegun: () => void = () => undefined;
  #isHidden = false;
  #isOver = false;

  constructor(deps: ProjectEventsDeps) {
    this.#deps = deps;
  }

  /** Begins to listen. */
  start(): void {
    const { network, pageLife } = this.#deps;
    this.#cancels.push(
      network.subscribe(() => this.#resume()),
      pageLife.subscribe((moment) => {
        this.#isHidden = moment !== 'shown';
        if (this.#isHidden) this.#leave();
        else this.#resume();
      }),
    );
    this.#resume();
  }

  /** Call it at a moment when the job has not ended: its end is reported only from then on. */
  watchEnds(): EndOf {
    const watch = this.#watch;
    const controller = this.#controller;
    const endOf = (job: Job | null): JobEnd | null => job && { job, isLate: this.#controller !== controller };
    return (jobId, signal) => {
      const known = this.#ends.get(jobId);
      if (known) return Promise.resolve(endOf(known));
      if (!watch || watch !== this.#watch) return null;
      if (signal.aborted) return Promise.resolve(null);
      return new Promise((resolve) => {
        this.#waiting.set(jobId, (job) => resolve(endOf(job)));
        signal.addEventListener('abort', () => this.#tellEnd(jobId, null), { once: true });
      });
    };
  }

  /** Resolves once the stream has begun, or does not begin within this time. */
  async begun(patienceMs: number): Promise<void> {
    await Promise.race([this.#begun, wait(this.#deps.clock, patienceMs)]);
  }

  dispose(): void {
    this.#isOver = true;
    for (const cancel of this.#cancels.splice(0)) cancel();
    this.#leave();
    this.#giveUpWaiting();
  }

  #resume(): void {
    if (this.#isOver || this.#isHidden || this.#controller || !this.#deps.network.isOnline()) return;
    this.#cancelRetry?.();
    this.#cancelRetry = null;
    void this.#listen();
  }

  #leave(): void {
    this.#cancelRetry?.();
    this.#cancelRetry = null;
    this.#controller?.abort();
    this.#controller = null;
  }

  async #listen(): Promise<void> {
    const { api, pid, clock, random } = this.#deps;
    const controller = new AbortController();
    this.#controller = controller;
    const { signal } = controller;
    this.#begun = new Promise((resolve) => {
      this.#tellBegun = resolve;
    });
    try {
      for await (const { id, event } of api.follow(pid, { after: this.#lastId, signal })) {
        if (signal.aborted) return;
        if (event.event === 'error') continue;
        this.#watch ??= {};
        this.#failures = 0;
        this.#tellBegun();
        const isFirst = this.#lastId === undefined;
        if (id !== null) this.#lastId = id;
        this.#take(event);
        if (isFirst) this.#deps.onBegin();
      }
    } catch (error) {
      if (signal.aborted) return;
      if (isProjectGone(error)) this.#isOver = true;
      console.warn('the stream of the project broke', error);
    } finally {
      this.#tellBegun();
    }
    if (this.#controller !== controller) return;
    this.#controller = null;
    this.#failures += 1;
    // The job's own stream may report the end meanwhile, so nothing need wait for this one.
    if (this.#failures > 1 || this.#isOver) this.#giveUpWaiting();
    if (this.#isOver) return;
    this.#cancelRetry = clock.after(jitteredBackoffMs(this.#failures, random()), () => this.#resume());
  }

  #take(event: Exclude<ProjectEvent, { readonly event: 'error' }>): void {
    if (event.event === 'job') this.#noteJob(event.data);
    // Missed ends are not told any more.
    if (event.event === 'reset') this.#giveUpWaiting({});
    this.#deps.onEvent(event);
  }

  #noteJob(job: Job): void {
    if (job.state === 'running') return;
    this.#ends.set(job.id, job);
    const [oldest] = this.#ends.keys();
    if (this.#ends.size > ENDS_KEPT && oldest !== undefined) this.#ends.delete(oldest);
    this.#tellEnd(job.id, job);
  }

  #tellEnd(jobId: string, job: Job | null): void {
    this.#waiting.get(jobId)?.(job);
    this.#waiting.delete(jobId);
  }

  #giveUpWaiting(watch: object | null = null): void {
    this.#watch = watch;
    for (const jobId of this.#waiting.keys()) this.#tellEnd(jobId, null);
  }
}
