import type { FastifyBaseLogger } from 'fastify';
import { ApiError } from '../../errors';
import type { GenerationDeps } from '../GenerationDeps';
import { ProviderError } from '../ports';
import type { PromptPart } from '../ports';
import { RESTARTED } from './JobEvent';
import type { JobOutcome } from './JobEvent';
import type { JobStore, NewJob } from './JobStore';

export interface JobRunnerDeps extends Pick<GenerationDeps, 'images' | 'pictures' | 'clock'> {
  jobs: JobStore;
  log: FastifyBaseLogger;
}

/** A job and how it ended or will end; a promise of an outcome never rejects. */
export interface WatchedJob {
  id: string;
  outcome: JobOutcome | Promise<JobOutcome>;
}

const ABORTED: JobOutcome = { state: 'aborted', message: 'The picture was stopped before it was done.' };
const BROKEN: JobOutcome = {
  state: 'failed',
  code: 'internal',
  message: 'The picture could not be made because of an error on the server. Run it again.',
};

const NO_PICTURE: JobOutcome = {
  state: 'failed',
  code: 'empty',
  message: 'The picture engine answered with something that is not a usable picture. Run it again.',
};

interface RunningJob {
  readonly stop: AbortController;
  readonly outcome: Promise<JobOutcome>;
  readonly settle: (outcome: JobOutcome) => void;
}

/**
 * Runs jobs to their end, whoever is watching. A job's row exists before its engine is called, and its end is in the
 * row before anyone is told.
 */
export class JobRunner {
  readonly #deps: JobRunnerDeps;
  readonly #running = new Map<string, RunningJob>();

  constructor(deps: JobRunnerDeps) {
    this.#deps = deps;
  }

  /** Rows that still read 'running' belong to a server that is gone; nothing is ever run again by itself. */
  async failLeftovers(): Promise<void> {
    await this.#deps.jobs.failAllRunning(RESTARTED.message, this.#deps.clock.now().toISOString());
  }

  /** Writes the row, then calls the engine. Resolves when the row is there. */
  async start(job: NewJob, parts: PromptPart[]): Promise<WatchedJob> {
    await this.#deps.jobs.insert(job);
    const stop = new AbortController();
    let settle!: RunningJob['settle'];
    const outcome = new Promise<JobOutcome>((resolve) => {
      settle = resolve;
    });
    this.#running.set(job.id, { stop, outcome, settle });
    void this.#run(job, parts, stop.signal);
    return { id: job.id, outcome };
  }

  /** The coming outcome of a job that runs here, which never rejects; undefined when none of that id does. */
  outcome(id: string): Promise<JobOutcome> | undefined {
    return this.#running.get(id)?.outcome;
  }

  /** Ends a job at its member's wish; one that has ended stays as it is. */
  async abort(id: string): Promise<void> {
    await this.#end(id, ABORTED);
  }

  /** Ends every job, as the server is closing. */
  async stop(): Promise<void> {
    await Promise.all([...this.#running.keys()].map((id) => this.#end(id, RESTARTED)));
  }

  async #run(job: NewJob, parts: PromptPart[], signal: AbortSignal): Promise<void> {
    const began = performance.now();
    const outcome = await this.#make(job, parts, signal);
    if (signal.aborted) return;
    await this.#end(job.id, outcome);
    this.#deps.log.info(
      { job: job.id, state: outcome.state, ms: Math.round(performance.now() - began) },
      'picture job ended',
    );
  }

  async #make(job: NewJob, parts: PromptPart[], signal: AbortSignal): Promise<JobOutcome> {
    try {
      const picture = await this.#deps.images.generate({ parts, signal });
      if (signal.aborted) return ABORTED;
      const { url } = await this.#deps.pictures.keep(job.memberId, picture.bytes);
      return { state: 'done', url, model: picture.model };
    } catch (error) {
      if (signal.aborted) return ABORTED;
      if (error instanceof ApiError) {
        this.#deps.log.warn({ job: job.id, code: error.code }, "the picture engine's answer could not be kept");
        return NO_PICTURE;
      }
      if (!(error instanceof ProviderError)) {
        this.#deps.log.error({ job: job.id, err: error }, 'picture job broke');
        return BROKEN;
      }
      this.#deps.log.warn({ job: job.id, code: error.code, detail: error.detail }, 'picture engine failed');
      return { state: 'failed', message: error.message, code: error.code, retryAfterS: error.retryAfterS };
    }
  }

  async #end(id: string, outcome: JobOutcome): Promise<void> {
    const running = this.#running.get(id);
    if (running === undefined) return;
    this.#running.delete(id);
    try {
      await this.#deps.jobs.end(id, outcome, this.#deps.clock.now().toISOString());
      running.settle(outcome);
    } catch (error) {
      this.#deps.log.error({ job: id, err: error }, 'the end of a picture job could not be written');
      running.settle(BROKEN);
    }
    running.stop.abort();
  }
}
