import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import type { Recipe } from '../../../src/api/contractTakes';
import { ApiError } from '../../errors';
import type { GenerationDeps } from '../GenerationDeps';
import { EngineError } from '../ports';
import type { PromptPart, Usage } from '../ports';
import type { AbortedJob } from './abortJobs';
import { ABORTED, endCodeOf, LEFT_EARLY, RESTARTED } from './JobEvent';
import type { JobOutcome } from './JobEvent';
import type { JobLeases } from './JobLeases';
import type { JobOrder } from './JobOrder';
import type { JobRow, JobStore, OwnEnd } from './JobStore';
import type { JobPoller } from './JobPoller';
import { NOTHING_BILLED, shareCall } from './shareCall';
import { retryPaid, retryWhileAway } from '../../retry';

export interface JobRunnerDeps extends Pick<GenerationDeps, 'clock' | 'counters'> {
  jobs: JobStore;
  leases: JobLeases;
  poller: JobPoller;
  log: FastifyBaseLogger;
}

/** The engine's input, and the request it came from. */
interface EngineInput {
  readonly parts: PromptPart[];
  readonly recipe: Recipe;
}

/** How a job is to be run. */
interface Task {
  readonly order: JobOrder;
  readonly prepare: (signal: AbortSignal) => Promise<EngineInput>;
  /** A running job of an equal request, whose call this one shares. */
  readonly sharedJobId: string | null;
}

/** How long a closing server goes on keeping what engines have made. Its readers are told after it, and before `UNHURRIED_MS` is over. */
const KEEP_MS = 2_500;

const BROKEN: JobOutcome & { state: 'failed' } = {
  state: 'failed',
  code: 'internal',
  retryAt: null,
  message: 'It could not be made because of an error on the server. Run it again.',
};

/** A full disk or a store that is away has a message of its own. */
const toldOf = (error: unknown): typeof BROKEN =>
  error instanceof ApiError ? { ...BROKEN, code: endCodeOf(error), message: error.message } : BROKEN;

/**
 * Runs jobs to their end, with or without listeners, and ends them. A job's row exists before its engine is called, and its end is in the
 * row before it is reported; whatever ends the row, here or at another server, stops the engine.
 */
export class JobRunner {
  readonly #deps: JobRunnerDeps;
  readonly #running = new Set<string>();
  /** Those of them whose engine has answered. */
  readonly #made = new Set<string>();
  #isStopped = false;

  constructor(deps: JobRunnerDeps) {
    this.#deps = deps;
  }

  /**
   * Runs a job whose row has just been written: prepares the request, until `gone` aborts, and calls the engine. Resolves when the engine is
   * called or the job has ended; throws the error of the preparation, which has ended the job unbilled.
   */
  async start(job: JobRow, { order, prepare, sharedJobId }: Task, gone?: AbortSignal): Promise<void> {
    const { leases, poller } = this.#deps;
    const stop = new AbortController();
    leases.hold(job.id);
    this.#running.add(job.id);
    poller.wait(job.id, () => {
      leases.release(job.id);
      this.#running.delete(job.id);
      this.#made.delete(job.id);
      stop.abort();
    });
    if (this.#isStopped) return this.#stop(job.id);
    try {
      const prepared = await prepare(gone === undefined ? stop.signal : AbortSignal.any([stop.signal, gone]));
      this.#run(job, { ...prepared, order, sharedJobId }, stop.signal).catch((error: unknown) => {
        this.#deps.log.error({ job: job.id, err: error }, 'job broke');
        return this.#endOrTell(job.id, BROKEN);
      });
    } catch (error) {
      if (stop.signal.aborted) return;
      await this.#endUnasked(job.id, { error, isLeft: gone?.aborted === true }, stop.signal);
      throw error;
    }
  }

  /** Ends a job at its member's wish, whichever server runs it; one that has ended stays as it is. */
  async abort(id: string): Promise<void> {
    await this.#end(id, ABORTED);
  }

  /** These jobs have been aborted in their rows, with what they are a part of. */
  tellAborted(jobs: readonly AbortedJob[]): void {
    for (const { id, provider } of jobs) {
      this.#count(provider ?? 'unknown', ABORTED);
      this.#deps.poller.tell(id, ABORTED);
    }
  }

  /** Ends every job of this server, which is closing; those whose engine has answered a little later: they were paid for. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    const made = [...this.#made];
    const kept = made.map((id) => new Promise((resolve) => this.#deps.poller.wait(id, resolve)));
    await this.#stopAllBut(made);
    await Promise.race([Promise.all(kept), delay(KEEP_MS, undefined, { ref: false })]);
    await this.#stopAllBut([]);
  }

  async #stopAllBut(spared: readonly string[]): Promise<void> {
    await Promise.all([...this.#running].filter((id) => !spared.includes(id)).map((id) => this.#stop(id)));
  }

  async #stop(id: string): Promise<void> {
    this.#deps.leases.release(id);
    await this.#endOrTell(id, RESTARTED);
  }

  /** Never rejects: the lease of a job whose end cannot be written runs out once it is told. */
  async #endOrTell(id: string, outcome: JobOutcome): Promise<void> {
    try {
      await this.#end(id, outcome);
    } catch (error) {
      this.#deps.log.error({ job: id, err: error }, 'the end of a job could not be written');
      this.#deps.poller.tell(id, outcome);
    }
  }

  /**
   * Ends a job whose engine was never asked. Its key begins another job where the same may go well another time. Never rejects: what kept
   * the pictures from being read may keep the end from being written, too.
   */
  async #endUnasked(
    id: string,
    { error, isLeft }: { readonly error: unknown; readonly isLeft: boolean },
    signal: AbortSignal,
  ): Promise<void> {
    const { log, poller } = this.#deps;
    const outcome = { ...(isLeft ? LEFT_EARLY : toldOf(error)), usage: NOTHING_BILLED };
    const freesKey = isLeft || !(error instanceof ApiError) || error.status >= 500;
    try {
      await retryWhileAway(signal, () => this.#end(id, outcome, { freesKey }));
    } catch (failure) {
      if (signal.aborted) return;
      // Its lease is not renewed once it is told, and ends it in the row.
      log.error({ job: id, err: failure }, 'the end of a job could not be written');
      poller.tell(id, outcome);
    }
  }

  async #run(
    job: JobRow,
    { parts, recipe, order, sharedJobId }: EngineInput & Pick<Task, 'order' | 'sharedJobId'>,
    signal: AbortSignal,
  ): Promise<void> {
    const { log, poller } = this.#deps;
    const began = performance.now();
    const shared = await shareCall(this.#deps, job, sharedJobId, signal);
    const outcome = shared ?? (await this.#make(job, order, parts, signal));
    // The cost of a shared call is counted at the job that made it: without one, a stopped job would count as its estimate.
    const noteCost = async (): Promise<void> => {
      if (shared) await this.#noteCost(job.id, NOTHING_BILLED);
      else if (outcome.state !== 'aborted') await this.#noteCost(job.id, outcome.usage);
    };
    if (signal.aborted) return noteCost();
    try {
      // Stopped at another server, which this one has not read yet.
      if (!(await retryPaid(signal, () => this.#end(job.id, outcome, { recipe })))) return await noteCost();
    } catch (error) {
      if (signal.aborted) return noteCost();
      log.error({ job: job.id, err: error }, 'the end of a job could not be written');
      poller.tell(job.id, toldOf(error));
    }
    const ms = Math.round(performance.now() - began);
    log.info({ job: job.id, state: outcome.state, ms }, 'job ended');
  }

  async #make(job: JobRow, order: JobOrder, parts: PromptPart[], signal: AbortSignal): Promise<JobOutcome> {
    let made: Awaited<ReturnType<JobOrder['make']>> | undefined;
    try {
      made = await order.make(parts, { signal, onProgress: this.#deps.poller.progressOf(job.id) });
      if (signal.aborted) {
        await this.#noteCost(job.id, made.usage);
        return ABORTED;
      }
      this.#made.add(job.id);
      const { model, usage } = made;
      return { state: 'done', ...(await made.keep()), model, usage };
    } catch (error) {
      const failure = error instanceof EngineError ? error : undefined;
      // It is billed, though it cannot be kept.
      const billed = { model: failure?.model ?? made?.model ?? undefined, usage: failure?.usage ?? made?.usage };
      if (signal.aborted) {
        await this.#noteCost(job.id, billed.usage);
        return ABORTED;
      }
      if (failure === undefined) {
        this.#deps.log.error({ job: job.id, err: error }, 'job broke');
        return { ...toldOf(error), ...billed };
      }
      const { code, message, retryAfterS, detail } = failure;
      this.#deps.log.warn({ job: job.id, code, detail }, 'engine failed');
      return { state: 'failed', message, code, retryAt: this.#in(retryAfterS), ...billed };
    }
  }

  /** Keeps the cost of an aborted call: it is billed nevertheless. */
  async #noteCost(id: string, usage: Usage | undefined): Promise<void> {
    if (!usage) return;
    const { jobs, log } = this.#deps;
    await jobs.noteCost(id, usage).catch((error: unknown) => log.warn({ job: id, err: error }, 'a cost was not kept'));
  }

  #in(seconds: number | undefined): string | null {
    if (seconds === undefined) return null;
    return new Date(this.#deps.clock.now().getTime() + seconds * 1000).toISOString();
  }

  /** Returns whether it was this that ended the job. `own`: for the server that has run it. */
  async #end(id: string, outcome: JobOutcome, own?: OwnEnd): Promise<boolean> {
    const { jobs, poller, clock } = this.#deps;
    const ended = await jobs.end(id, outcome, clock.now().toISOString(), own);
    if (ended === null) {
      // Another server may have ended the job first: its end stays, and the poller tells it, unless its member was deleted with all rows.
      if (!(await jobs.isThere(id))) poller.tell(id, ABORTED);
      return false;
    }
    this.#count(ended.provider ?? 'unknown', outcome);
    poller.tell(id, outcome);
    return true;
  }

  #count(provider: string, outcome: JobOutcome): void {
    const { counters } = this.#deps;
    counters.ended(provider, outcome.state === 'failed' ? outcome.code : outcome.state);
    if (outcome.state === 'aborted') return;
    const { model, usage } = outcome;
    if (model && usage?.costMicros) counters.cost(provider, model, usage.costMicros);
  }
}
