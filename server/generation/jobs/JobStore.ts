import type { ExpressionBuilder, Kysely, Selectable, Transaction, UpdateQueryBuilder, UpdateResult } from 'kysely';
import type { Cell, Recipe } from '../../../src/api/contractTakes';
import { requestKey } from '../../../src/api/requestKey';
import { RUNNING, transact } from '../../db';
import type { Database, JobTable } from '../../db';
import { noteEvent } from '../../events/noteEvent';
import { sha256 } from '../../sha256';
import { DAY_MS } from '../../time';
import { addTake } from '../../takes/addTake';
import type { Usage } from '../ports';
import { endColumns } from './endColumns';
import { furtherOf } from './jobRow';
import { RESTARTED } from './JobEvent';
import type { JobOutcome } from './JobEvent';

export type JobRow = Selectable<JobTable>;

/** The facts of a job before its engine is called. */
export interface NewJob {
  id: string;
  memberId: string;
  projectId: number;
  nodeId: string | null;
  number: number;
  provider: string;
  /** Model as the request names it. */
  askedModel: string;
  startedAt: string;
  leaseUntil: string;
  idempotencyKey: string | null;
  bodyHash: string | null;
  /** Number of requested pictures. */
  count: number;
  /** Cost that is assumed for it, in millionths of a US dollar. */
  estimateMicros: number;
  /** The run that it is a step of. */
  runId?: string;
  /** JSON: the cell of a sheet that its picture is for. */
  cell?: string | null;
  /** Key that equal requests share. */
  requestKey: string | null;
}

export interface JobFilter {
  /** ISO 8601 UTC. */
  since?: string | undefined;
  url?: string | undefined;
  nodeId?: string | undefined;
  /** Number of jobs, at most LIST_MAX. */
  limit?: number | undefined;
}

/** The end of a job by the server that runs it. */
export interface OwnEnd {
  /** Without it there is no take. */
  readonly recipe?: Recipe;
  /** Whether the same key begins another job from then on. */
  readonly freesKey?: boolean;
}

/** A list never holds more than this many jobs, the newest. */
export const LIST_MAX = 500;

/** By these, jobs are in the order in which they began. */
const placeOf = (job: Pick<JobRow, 'id' | 'started_at'>): string => `${job.started_at} ${job.id}`;

/** Reads and writes the job table. A job's end is written once: a second end changes nothing. */
export class JobStore {
  readonly #db: Kysely<Database>;

  constructor(db: Kysely<Database>) {
    this.#db = db;
  }

  /** Inserts a job, in the transaction that admits it. */
  async insert(change: Transaction<Database>, job: NewJob): Promise<JobRow> {
    const row = await change
      .insertInto('job')
      .values({
        id: job.id,
        member_id: job.memberId,
        project_id: job.projectId,
        node_id: job.nodeId,
        number: job.number,
        state: 'running',
        started_at: job.startedAt,
        lease_until: job.leaseUntil,
        ended_at: null,
        url: null,
        message: null,
        code: null,
        retry_at: null,
        provider: job.provider,
        asked_model: job.askedModel,
        model: null,
        input_tokens: null,
        output_tokens: null,
        cost_micros: null,
        estimate_micros: job.estimateMicros,
        idempotency_key: job.idempotencyKey,
        body_hash: job.bodyHash,
        run_id: job.runId ?? null,
        cell: job.cell,
        asked_count: job.count,
        request_key: job.requestKey,
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    await noteEvent(change, row.project_id, { table: 'job', id: row.id });
    return row;
  }

  /**
   * Ends a job, together with the take that its picture becomes. Returns its row; null if it had ended already. For its own server a job
   * that others have failed has not ended.
   */
  async end(id: string, outcome: JobOutcome, endedAt: string, own?: OwnEnd): Promise<JobRow | null> {
    return transact(this.#db, async (change) => {
      const row = await change
        .updateTable('job')
        .set({ ...endColumns(outcome), ended_at: endedAt, ...(own?.freesKey === true && { idempotency_key: null }) })
        .where('id', '=', id)
        .where((job) => (own === undefined ? job('state', '=', 'running') : isOpen(job)))
        .returningAll()
        .executeTakeFirst();
      if (row === undefined) return null;
      if (own?.recipe !== undefined) await this.#addTakes(change, row, own.recipe);
      await noteEvent(change, row.project_id, { table: 'job', id });
      return row;
    });
  }

  /** The facts of a job that has made pictures or a text for a node. The last one first: the first picture is then the newest take. */
  async #addTakes(change: Transaction<Database>, job: JobRow, recipe: Recipe): Promise<void> {
    const { url, node_id: nodeId, ended_at: endedAt, number, model } = job;
    if (url === null || nodeId === null) return;
    const urls = [url, ...furtherOf(job.further)];
    for (const [place, each] of [...urls.entries()].toReversed()) {
      await addTake(change, {
        memberId: job.member_id,
        projectId: job.project_id,
        nodeId,
        jobId: job.id,
        url: each,
        text: job.text,
        recipe,
        key: requestKey({ ...recipe, engine: job.provider ?? '', number }, sha256),
        number,
        cell: job.cell === null ? null : (JSON.parse(job.cell) as Cell),
        model,
        costMicros: job.cost_micros === null ? null : shareOf(job.cost_micros, urls.length, place),
        createdAt: endedAt ?? job.started_at,
      });
    }
  }

  /**
   * The oldest running job of the member with this request; of those with another idempotency key than `own`, if one is given. Its lease
   * may have expired: until the job is failed, its server may be there and its call under way.
   */
  async findRunning({
    memberId,
    requestKey,
    own,
  }: Pick<NewJob, 'memberId' | 'requestKey'> & { own?: string }): Promise<string | null> {
    if (requestKey === null) return null;
    let query = this.#equal({ memberId, requestKey });
    if (own !== undefined) {
      query = query.where((job) => job.or([job('idempotency_key', 'is', null), job('idempotency_key', '!=', own)]));
    }
    const running = await query.execute();
    return running.toSorted((a, b) => (placeOf(a) < placeOf(b) ? -1 : 1))[0]?.id ?? null;
  }

  /**
   * When this job may begin, ISO 8601: after all running ones with the same request, also within one millisecond or where another server's
   * clock is ahead. Of equal ones, the oldest is the one that calls.
   */
  async startAfterEqual(job: Pick<NewJob, 'memberId' | 'requestKey' | 'startedAt'>): Promise<string> {
    const equal = await this.#equal(job).execute();
    const last = equal.reduce((latest, { started_at: at }) => (at > latest ? at : latest), '');
    return last < job.startedAt ? job.startedAt : new Date(Date.parse(last) + 1).toISOString();
  }

  /** The member's running jobs with this request, in no order: asked for one, SQLite reads all of the member's jobs by the index that has it. */
  #equal({ memberId, requestKey }: Pick<NewJob, 'memberId' | 'requestKey'>) {
    return this.#db
      .selectFrom('job')
      .select(['id', 'started_at'])
      .where('member_id', '=', memberId)
      .where('request_key', '=', requestKey)
      .where('state', '=', RUNNING);
  }

  /** Renews the leases of jobs, for their own server: those that others have failed run again, too. */
  renew(ids: string[], leaseUntil: string): Promise<void> {
    return transact(this.#db, async (change) => {
      const mine = (): UpdateQueryBuilder<Database, 'job', 'job', UpdateResult> =>
        change.updateTable('job').set({ lease_until: leaseUntil }).where('id', 'in', ids);
      const { numUpdatedRows } = await mine().where('state', '=', 'running').executeTakeFirst();
      if (numUpdatedRows === BigInt(ids.length)) return;
      const again = await mine()
        .set({ state: 'running', message: null, code: null, ended_at: null })
        .where('code', '=', RESTARTED.code)
        .returning(['id', 'project_id'])
        .execute();
      await noteJobs(change, again);
    });
  }

  /** Ends those of these jobs whose lease has expired; returns the engines that they used. */
  failLost(ids: string[], now: string): Promise<Pick<JobRow, 'provider'>[]> {
    return transact(this.#db, async (change) => {
      const lost = await change
        .updateTable('job')
        .set({ ...endColumns(RESTARTED), ended_at: now })
        .where('id', 'in', ids)
        .where('state', '=', 'running')
        .where('lease_until', '<=', now)
        .returning(['id', 'project_id', 'provider'])
        .execute();
      await noteJobs(change, lost);
      return lost;
    });
  }

  /** Jobs that still read 'running' after their lease. */
  async listLost(now: string): Promise<JobRow[]> {
    return this.#db
      .selectFrom('job')
      .selectAll()
      .where('state', '=', 'running')
      .where('lease_until', '<=', now)
      .execute();
  }

  /** Returns those of these jobs that have ended, or that still read 'running' after their lease. */
  async listOver(ids: string[], now: string): Promise<JobRow[]> {
    return this.#db
      .selectFrom('job')
      .selectAll()
      .where('id', 'in', ids)
      .where((is) => is.or([is('state', '!=', 'running'), is('lease_until', '<=', now)]))
      .execute();
  }

  /** Whether the job has a row, ended or not. */
  async isThere(id: string): Promise<boolean> {
    return (await this.#db.selectFrom('job').select('id').where('id', '=', id).executeTakeFirst()) !== undefined;
  }

  async find(memberId: string, id: string): Promise<JobRow | undefined> {
    return this.#db
      .selectFrom('job')
      .selectAll()
      .where('id', '=', id)
      .where('member_id', '=', memberId)
      .executeTakeFirst();
  }

  async findByKey(memberId: string, idempotencyKey: string): Promise<JobRow | undefined> {
    return this.#db
      .selectFrom('job')
      .selectAll()
      .where('member_id', '=', memberId)
      .where('idempotency_key', '=', idempotencyKey)
      .executeTakeFirst();
  }

  /**
   * Jobs of one project, oldest first; with `since`, those that run or began or ended at that time or later; with `url`,
   * those that made this picture; with `nodeId`, that node's.
   */
  async list(
    memberId: string,
    projectId: number,
    { since, url, nodeId, limit = LIST_MAX }: JobFilter,
  ): Promise<JobRow[]> {
    let query = this.#db
      .selectFrom('job')
      .selectAll()
      .where('member_id', '=', memberId)
      .where('project_id', '=', projectId);
    if (since !== undefined) {
      // An index knows when a job began. None takes longer than a day, but one whose server has slept.
      const dayBefore = new Date(Date.parse(since) - DAY_MS).toISOString();
      const [first = dayBefore] = [dayBefore, ...(await this.#runningSince(memberId))].toSorted();
      query = query
        .where('started_at', '>=', first)
        .where((is) =>
          is.or([is('state', '=', 'running'), is('started_at', '>=', since), is('ended_at', '>=', since)]),
        );
    }
    if (url !== undefined) {
      const take = this.#db.selectFrom('take').select('job_id').where('member_id', '=', memberId);
      const made = take.where('url', '=', url).where('job_id', 'is not', null);
      // One of several pictures is named by its take.
      query = query.where((is) => is.or([is('url', '=', url), is('id', 'in', made)]));
    }
    if (nodeId !== undefined) query = query.where('node_id', '=', nodeId);
    const rows = await query.orderBy('started_at', 'desc').orderBy('id', 'desc').limit(limit).execute();
    return rows.toReversed();
  }

  /** When the member's running jobs began, in no order: asked for the first one, SQLite reads all of the member's jobs. */
  async #runningSince(memberId: string): Promise<string[]> {
    const running = this.#db.selectFrom('job').select('started_at').where('member_id', '=', memberId);
    return (await running.where('state', '=', 'running').execute()).map((job) => job.started_at);
  }

  /** Notes the cost of an aborted job, which is known only if its engine answers after all. */
  async noteCost(id: string, { inputTokens, outputTokens, costMicros }: Usage): Promise<void> {
    await this.#db
      .updateTable('job')
      .set({ input_tokens: inputTokens, output_tokens: outputTokens, cost_micros: costMicros })
      .where('id', '=', id)
      .where('state', '=', 'aborted')
      .execute();
  }
}

async function noteJobs(
  change: Transaction<Database>,
  jobs: readonly Pick<JobRow, 'id' | 'project_id'>[],
): Promise<void> {
  // One order for all, so that none waits for another that waits for it.
  for (const { id, project_id: projectId } of jobs.toSorted((a, b) => a.project_id - b.project_id)) {
    await noteEvent(change, projectId, { table: 'job', id });
  }
}

/** Whether the job still runs for its own server: the row says so, or other servers have given it up. */
function isOpen(job: ExpressionBuilder<Database, 'job'>) {
  return job.or([job('state', '=', 'running'), job('code', '=', RESTARTED.code)]);
}

/** Cost of one of several pictures: together they cost what their call did. */
function shareOf(costMicros: number, pictures: number, place: number): number {
  return Math.floor((costMicros * (place + 1)) / pictures) - Math.floor((costMicros * place) / pictures);
}
