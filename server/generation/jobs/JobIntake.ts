import type { FastifyBaseLogger } from 'fastify';
import type { Job } from '../../../src/api/contract';
import { requestKey } from '../../../src/api/requestKey';
import { ApiError } from '../../errors';
import { joinEarlier } from '../../joinEarlier';
import { sha256 } from '../../sha256';
import { engineErrorAnswer, isEarlyFailure } from '../engineErrorAnswer';
import type { GenerationDeps } from '../GenerationDeps';
import { requireLiveProject } from '../../projects/project';
import { addressesIn, storeInline, planPrompt, readParts } from '../promptParts';
import { estimateOf } from '../meter/limits';
import { recipeOf } from '../recipeOf';
import type { AbortedJob } from './abortJobs';
import { admit } from './admit';
import type { JobOutcome } from './JobEvent';
import { JobLeases, leaseUntil } from './JobLeases';
import { orderFor, type JobRequest } from './JobOrder';
import { jobOf } from './jobRow';
import { JobRunner } from './JobRunner';
import { JobStore } from './JobStore';
import type { JobFilter, JobRow, NewJob } from './JobStore';
import { JobPoller } from './JobPoller';

/**
 * How long a stream waits for an engine that cannot be reached or refuses our key, so that the caller gets an
 * honest status instead of a stream that begins well and fails at once.
 */
const EARLY_FAILURE_MS = 1_000;

/** The run that a job is a step of. */
export interface StepOfRun {
  /** One key starts one job, however often it is sent. */
  readonly idempotencyKey: string;
  readonly runId: string;
  /** JSON: the cell of a sheet that its picture is for. */
  readonly cell: string | null;
}

/** Starts, finds, lists and aborts a member's jobs. */
export class JobIntake {
  readonly poller: JobPoller;
  readonly #deps: GenerationDeps;
  readonly #store: JobStore;
  readonly #leases: JobLeases;
  readonly #runner: JobRunner;

  constructor(deps: GenerationDeps, log: FastifyBaseLogger) {
    this.#deps = deps;
    this.#store = new JobStore(deps.db);
    this.#leases = new JobLeases({ ...deps, jobs: this.#store, log });
    this.poller = new JobPoller({ read: (ids) => this.#over(ids), log });
    this.#runner = new JobRunner({ ...deps, jobs: this.#store, leases: this.#leases, poller: this.poller, log });
  }

  /** Ends the jobs of servers that are gone. */
  async failLost(): Promise<void> {
    await this.#leases.read(() => this.#store.listLost(this.#deps.clock.now().toISOString()));
  }

  /** Reads which of these jobs have ended, by their server or because it is gone. */
  #over(ids: string[]): Promise<JobRow[]> {
    return this.#leases.read(() => this.#store.listOver(ids, this.#deps.clock.now().toISOString()));
  }

  /** Ends the jobs that this server runs. */
  stop(): Promise<void> {
    return this.#runner.stop();
  }

  /** Call after the last request: the database is not used after this. */
  async rest(): Promise<void> {
    await Promise.all([this.poller.stop(), this.#leases.stop()]);
  }

  /**
   * Starts a job, or joins the one that the same key has started. It reads the pictures once the meter admits the job, until `gone`
   * aborts. Throws ApiError 400, 403, 404, 413, 422 (the key came with another body before), 429 or 503.
   */
  async start(memberId: string, wish: JobRequest, key: string | undefined, gone: AbortSignal): Promise<JobRow> {
    const { ids } = this.#deps;
    const { projectId, number = 0 } = wish;
    await requireLiveProject(this.#deps.db, memberId, projectId);
    const bodyHash = sha256(JSON.stringify({ ...wish, number: number || undefined }));
    const earlier = key === undefined ? undefined : await this.#one(() => this.#store.findByKey(memberId, key));
    if (earlier) return joinEarlier(earlier, bodyHash, 'request');

    // A job whose server is gone neither holds a place nor shares its call.
    await this.failLost();
    const id = ids.id();
    const named = { idempotencyKey: key ?? null, bodyHash };
    const { job, starting } = await this.#begin(memberId, wish, named, id, gone);
    if (starting === null) return joinEarlier(job, bodyHash, 'request');
    await this.#prepared(job, starting);
    await this.#refuseEarlyFailure(job);
    return job;
  }

  /** Writes a job's row and runs it; `starting` is null where the key has begun another one before. */
  async #begin(
    memberId: string,
    wish: JobRequest,
    named: Pick<NewJob, 'idempotencyKey' | 'bodyHash' | 'runId' | 'cell'>,
    id: string,
    gone?: AbortSignal,
  ): Promise<{ job: JobRow; starting: Promise<void> | null }> {
    const { clock, config, db, inFlight, pictures, quota } = this.#deps;
    const { projectId, nodeId = null, number = 0, count } = wish;
    // A wish that no model takes is refused first (BOUND-1).
    const plan = planPrompt(wish.nodes);
    const order = orderFor(this.#deps, memberId, wish);
    const now = clock.now();
    const times = { startedAt: now.toISOString(), leaseUntil: leaseUntil(now) };
    const asked = {
      memberId,
      projectId,
      nodeId,
      number,
      count: count ?? 1,
      estimateMicros: estimateOf(order.costMicros, count, config.generation),
      provider: order.engine,
      askedModel: order.model,
      ...times,
      ...named,
      requestKey: requestKey({ ...recipeOf(wish, wish.nodes), engine: order.engine, number }, sha256),
    };
    const leave = inFlight.take(memberId, await pictures.measure(memberId, addressesIn(plan)));
    // Pictures that are made are kept in any case, so that a full storage is found before the call.
    const rules = { limits: config.generation, quota: wish.makes === 'words' ? null : quota, now };
    const { job, sharedJobId } = await admit(db, { id, ...asked }, rules).catch((error: unknown) => {
      leave();
      throw error;
    });
    if (job.id !== id) {
      leave();
      return { job, starting: null };
    }
    this.poller.wait(id, leave);
    const read = (url: string, until: AbortSignal) => pictures.read(memberId, url, until);
    const prepare = async (signal: AbortSignal) => {
      const items = await storeInline(wish.nodes, async (bytes) => (await pictures.store(memberId, bytes)).url);
      const parts = await readParts(planPrompt(items), { memberId, read }, signal);
      return { parts, recipe: recipeOf(wish, items) };
    };
    return { job, starting: this.#runner.start(job, { order, prepare, sharedJobId }, gone) };
  }

  /**
   * Starts the job of a run's step, or returns the one that any server has started for it. Throws ApiError 400, 403, 404, 413, 429 and 503;
   * later failures are the job's end.
   */
  async startStep(memberId: string, wish: JobRequest, step: StepOfRun): Promise<JobRow> {
    const { ids, db } = this.#deps;
    await requireLiveProject(db, memberId, wish.projectId);
    const { job, starting } = await this.#begin(memberId, wish, { ...step, bodyHash: null }, ids.id());
    starting?.catch(() => undefined);
    return job;
  }

  /** Throws ApiError 404 when this member has no such job. */
  async find(memberId: string, id: string): Promise<JobRow> {
    const job = await this.#one(() => this.#store.find(memberId, id));
    if (job) return job;
    throw new ApiError(404, 'jobNotFound', 'There is no such job.');
  }

  /** Throws ApiError 404 when this member has no such job; one that has ended stays as it ended. */
  async abort(memberId: string, id: string): Promise<void> {
    await this.find(memberId, id);
    await this.#runner.abort(id);
  }

  /** Call once these jobs are aborted in their rows: stops the engines of those that this server runs. */
  tellAborted(jobs: readonly AbortedJob[]): void {
    this.#runner.tellAborted(jobs);
  }

  /** Jobs that run, began or ended since a time, or made a picture, or are a node's; oldest first. Throws ApiError 404 when it is not their project. */
  async list(memberId: string, pid: string, { since, ...rest }: JobFilter): Promise<Job[]> {
    const projectId = /^\d{1,15}$/.test(pid) ? Number(pid) : -1;
    await requireLiveProject(this.#deps.db, memberId, projectId);
    // The caller's clock may be ahead.
    const from = since && new Date(Math.min(Date.parse(since), this.#deps.clock.now().getTime())).toISOString();
    const filter = { ...rest, since: from };
    return (await this.#leases.read(() => this.#store.list(memberId, projectId, filter))).map(jobOf);
  }

  /** Adds the job's id to a failure that is the wish's own fault, since nothing begins that job again; after any other the same may be asked again. */
  async #prepared(job: JobRow, starting: Promise<void>): Promise<void> {
    await starting.catch((error: unknown) => {
      if (!(error instanceof ApiError) || error.status >= 500) throw error;
      const { status, code, message, headers, more } = error;
      throw new ApiError(status, code, message, headers, { ...more, jobId: job.id });
    });
  }

  async #one(ask: () => Promise<JobRow | undefined>): Promise<JobRow | undefined> {
    const [row] = await this.#leases.read(async () => {
      const found = await ask();
      return found ? [found] : [];
    });
    return row;
  }

  async #refuseEarlyFailure(job: JobRow): Promise<void> {
    if (job.provider === 'offline') return;
    const early = await this.#endWithin(job.id, EARLY_FAILURE_MS);
    if (early?.state !== 'failed') return;
    const { code, message, retryAt } = early;
    if (isEarlyFailure(code)) {
      throw engineErrorAnswer(
        { code, message, retryAfterS: this.#secondsTo(retryAt), jobId: job.id },
        this.#deps.clock.now(),
      );
    }
  }

  #endWithin(id: string, ms: number): Promise<JobOutcome | undefined> {
    return new Promise((resolve) => {
      const timer = setTimeout(() => {
        leave();
        resolve(undefined);
      }, ms).unref();
      const leave = this.poller.wait(id, (outcome) => {
        clearTimeout(timer);
        resolve(outcome);
      });
    });
  }

  #secondsTo(time: string | null): number | undefined {
    if (time === null) return undefined;
    return Math.max(0, Math.ceil((Date.parse(time) - this.#deps.clock.now().getTime()) / 1000));
  }
}
