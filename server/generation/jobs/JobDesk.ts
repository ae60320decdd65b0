import { createHash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import type { GenerateImage, Job } from '../../../src/api/contract';
import { ApiError } from '../../errors';
import { answerOf } from '../answerOf';
import type { GenerationDeps } from '../GenerationDeps';
import { promptParts } from '../promptParts';
import { RESTARTED } from './JobEvent';
import type { JobOutcome } from './JobEvent';
import { jobOf, outcomeOf } from './jobRow';
import { JobRunner } from './JobRunner';
import type { WatchedJob } from './JobRunner';
import { JobStore } from './JobStore';
import type { JobRow } from './JobStore';
import { OneAtATime } from '../../OneAtATime';
import { refuseOverLimit } from './refuseOverLimit';

/**
 * How long a stream waits for an engine that cannot be reached or refuses our key, so that the caller gets an
 * honest status instead of a stream that begins well and fails at once.
 */
const EARLY_FAILURE_MS = 1_000;

/** Takes a member's wishes about pictures: everything that is asked before, during and after a job. */
export class JobDesk {
  readonly #deps: GenerationDeps;
  readonly #store: JobStore;
  readonly #runner: JobRunner;
  readonly #admission = new OneAtATime();

  constructor(deps: GenerationDeps, log: FastifyBaseLogger) {
    this.#deps = deps;
    this.#store = new JobStore(deps.db);
    this.#runner = new JobRunner({ ...deps, jobs: this.#store, log });
  }

  failLeftovers(): Promise<void> {
    return this.#runner.failLeftovers();
  }

  stop(): Promise<void> {
    return this.#runner.stop();
  }

  /**
   * Starts a job, or joins the one that the same key has started. Throws ApiError instead: 400, 404, 413, 422 (the key
   * came with another body before), 429, 503.
   */
  async start(memberId: string, wish: GenerateImage, key: string | undefined): Promise<WatchedJob> {
    await this.#requireProject(memberId, wish.projectId);
    const bodyHash = createHash('sha256').update(JSON.stringify(wish)).digest('hex');
    const twin = await this.#join(memberId, key, bodyHash);
    if (twin) return twin;

    const parts = await promptParts(wish.nodes, (url) => this.#deps.pictures.read(memberId, url));
    const job = await this.#admission.run(memberId, async () => {
      const twin = await this.#join(memberId, key, bodyHash);
      if (twin) return twin;
      const now = this.#deps.clock.now();
      await refuseOverLimit(this.#store, memberId, this.#deps.config.generation, now);
      const startedAt = now.toISOString();
      const { projectId, nodeId = null } = wish;
      const asked = { memberId, projectId, nodeId, startedAt, idempotencyKey: key ?? null, bodyHash };
      return this.#runner.start({ id: this.#deps.ids.id(), ...asked }, parts);
    });
    await this.#refuseEarlyFailure(job);
    return job;
  }

  /** Throws ApiError 404 when this member has no such job. */
  async find(memberId: string, id: string): Promise<WatchedJob> {
    return this.#watch(await this.#requireJob(memberId, id));
  }

  /** Throws ApiError 404 when this member has no such job; one that has ended stays as it ended. */
  async abort(memberId: string, id: string): Promise<void> {
    await this.#requireJob(memberId, id);
    await this.#runner.abort(id);
  }

  /** Jobs that run, began or ended since a time, oldest first. Throws ApiError 404 when it is not their project. */
  async list(memberId: string, pid: string, since: string | undefined): Promise<Job[]> {
    const projectId = /^\d{1,15}$/.test(pid) ? Number(pid) : -1;
    await this.#requireProject(memberId, projectId);
    const rows = await this.#store.list(memberId, projectId, since && new Date(since).toISOString());
    return rows.map(jobOf);
  }

  async #join(memberId: string, key: string | undefined, bodyHash: string): Promise<WatchedJob | undefined> {
    if (key === undefined) return undefined;
    const row = await this.#store.findByKey(memberId, key);
    if (!row) return undefined;
    if (row.body_hash === bodyHash) return this.#watch(row);
    throw new ApiError(422, 'keyReused', 'This Idempotency-Key was used for another picture. Send a new one.');
  }

  #watch(row: JobRow): WatchedJob {
    return { id: row.id, outcome: outcomeOf(row) ?? this.#runner.outcome(row.id) ?? this.#endOf(row) };
  }

  /** For a job that ended between the reading of its row and now. */
  async #endOf(row: JobRow): Promise<JobOutcome> {
    const now = await this.#store.find(row.member_id, row.id);
    return (now && outcomeOf(now)) ?? RESTARTED;
  }

  async #refuseEarlyFailure(job: WatchedJob): Promise<void> {
    if (this.#deps.images.name === 'offline') return;
    const early = await Promise.race([job.outcome, delay(EARLY_FAILURE_MS, undefined, { ref: false })]);
    if (early?.state !== 'failed') return;
    const { code, message, retryAfterS } = early;
    if (code === 'unreachable' || code === 'keyRefused' || code === 'quota') {
      throw answerOf({ code, message, retryAfterS });
    }
  }

  async #requireJob(memberId: string, id: string): Promise<JobRow> {
    const row = await this.#store.find(memberId, id);
    if (row) return row;
    throw new ApiError(404, 'jobNotFound', 'There is no such picture in the making.');
  }

  async #requireProject(memberId: string, projectId: number): Promise<void> {
    const project = await this.#deps.db
      .selectFrom('project')
      .select('id')
      .where('id', '=', projectId)
      .where('member_id', '=', memberId)
      .where('deleted_at', 'is', null)
      .executeTakeFirst();
    if (!project) throw new ApiError(404, 'projectNotFound', 'There is no such project.');
  }
}
