import type { FastifyBaseLogger } from 'fastify';
import { ApiError } from '../../errors';
import type { GenerationDeps } from '../GenerationDeps';
import { ProviderError } from '../ports';
import type { PromptPart } from '../ports';
import { RESTARTED } from './JobEvent';
import type { JobOutcome } from './JobEvent';
import type { JobLeases } from './JobLeases';
import type { JobRow, JobStore } from './JobStore';
import type { JobWatch } from './JobWatch';

export interface JobRunnerDeps extends Pick<GenerationDeps, 'images' | 'pictures' | 'clock'> {
  jobs: JobStore;
  leases: JobLeases;
  watch: JobWatch;
  log: FastifyBaseLogger;
}

const ABORTED: JobOutcome = { state: 'aborted', message: 'The picture was stopped before it was done.' };
const BROKEN: JobOutcome = {
  state: 'failed',
  code: 'internal',
  retryAt: null,
  message: 'The picture could not be made because of an error on the server. Run it again.',
};

const NO_PICTURE: JobOutcome = {
  state: 'failed',
  code: 'empty',
  retryAt: null,
  message: 'The picture engine answered with something that is not a usable picture. Run it again.',
};

/**
 * Runs jobs to their end, whoever is watching, and ends them. A job's row exists before its engine is called, and its
 * end is in the row before anyone is told; whatever ends the row, here or at another server, stops the engine.
 */
export class JobRunner {
  readonly #deps: JobRunnerDeps;
  readonly #running = new Set<string>();
  #isStopped = false;

  constructor(deps: JobRunnerDeps) {
    this.#deps = deps;
  }

  /** Calls the engine for a job whose row has just been written. */
  start(job: JobRow, parts: PromptPart[]): void {
    const { leases, watch } = this.#deps;
    const stop = new AbortController();
    leases.hold(job.id);
    this.#running.add(job.id);
    watch.wait(job.id, () => {
      leases.release(job.id);
      this.#running.delete(job.id);
      stop.abort();
    });
    if (this.#isStopped) void this.#end(job.id, RESTARTED);
    else void this.#run(job, parts, stop.signal);
  }

  /** Ends a job at its member's wish, whichever server runs it; one that has ended stays as it is. */
  async abort(id: string): Promise<void> {
    await this.#end(id, ABORTED);
  }

  /** Ends every job of this server, which is closing. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    await Promise.all([...this.#running].map((id) => this.#end(id, RESTARTED)));
  }

  async #run(job: JobRow, parts: PromptPart[], signal: AbortSignal): Promise<void> {
    const began = performance.now();
    const outcome = await this.#make(job, parts, signal);
    if (signal.aborted) return;
    await this.#end(job.id, outcome);
    this.#deps.log.info(
      { job: job.id, state: outcome.state, ms: Math.round(performance.now() - began) },
      'picture job ended',
    );
  }

  async #make(job: JobRow, parts: PromptPart[], signal: AbortSignal): Promise<JobOutcome> {
    try {
      const picture = await this.#deps.images.generate({ parts, signal });
      if (signal.aborted) return ABORTED;
      const { url } = await this.#deps.pictures.keep(job.member_id, picture.bytes);
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
      const { code, message, retryAfterS, detail } = error;
      this.#deps.log.warn({ job: job.id, code, detail }, 'picture engine failed');
      return { state: 'failed', message, code, retryAt: this.#in(retryAfterS) };
    }
  }

  #in(seconds: number | undefined): string | null {
    if (seconds === undefined) return null;
    return new Date(this.#deps.clock.now().getTime() + seconds * 1000).toISOString();
  }

  async #end(id: string, outcome: JobOutcome): Promise<void> {
    const { jobs, watch, clock, log } = this.#deps;
    try {
      // Where somebody else was first, their end stands and the watch tells it.
      if (await jobs.end(id, outcome, clock.now().toISOString())) watch.tell(id, outcome);
    } catch (error) {
      log.error({ job: id, err: error }, 'the end of a picture job could not be written');
      watch.tell(id, BROKEN);
    }
  }
}
