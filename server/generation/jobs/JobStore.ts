import type { Kysely, Selectable } from 'kysely';
import type { Database, JobTable } from '../../db';
import type { JobOutcome } from './JobEvent';

export type JobRow = Selectable<JobTable>;

/** What is known of a job before its engine is called. */
export interface NewJob {
  id: string;
  memberId: string;
  projectId: number;
  nodeId: string | null;
  startedAt: string;
  idempotencyKey: string | null;
  bodyHash: string | null;
}

/** A list never holds more than this many jobs, the newest. */
const LIST_MAX = 500;

/** The job table's questions and changes. A job's end is written once: whoever comes second changes nothing. */
export class JobStore {
  readonly #db: Kysely<Database>;

  constructor(db: Kysely<Database>) {
    this.#db = db;
  }

  async insert(job: NewJob): Promise<void> {
    await this.#db
      .insertInto('job')
      .values({
        id: job.id,
        member_id: job.memberId,
        project_id: job.projectId,
        node_id: job.nodeId,
        state: 'running',
        started_at: job.startedAt,
        ended_at: null,
        url: null,
        message: null,
        model: null,
        idempotency_key: job.idempotencyKey,
        body_hash: job.bodyHash,
      })
      .execute();
  }

  /** False when the job had ended already. */
  async end(id: string, outcome: JobOutcome, endedAt: string): Promise<boolean> {
    const result = await this.#db
      .updateTable('job')
      .set({
        state: outcome.state,
        ended_at: endedAt,
        url: outcome.state === 'done' ? outcome.url : null,
        model: outcome.state === 'done' ? outcome.model : null,
        message: outcome.state === 'done' ? null : outcome.message,
      })
      .where('id', '=', id)
      .where('state', '=', 'running')
      .executeTakeFirst();
    return result.numUpdatedRows > 0n;
  }

  /** Ends every job that a former run of the server left behind. */
  async failAllRunning(message: string, endedAt: string): Promise<void> {
    await this.#db
      .updateTable('job')
      .set({ state: 'failed', ended_at: endedAt, message })
      .where('state', '=', 'running')
      .execute();
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

  /** Jobs of one project, oldest first; with `since`, those that run or began or ended at that time or later. */
  async list(memberId: string, projectId: number, since: string | undefined): Promise<JobRow[]> {
    let query = this.#db
      .selectFrom('job')
      .selectAll()
      .where('member_id', '=', memberId)
      .where('project_id', '=', projectId);
    if (since !== undefined) {
      query = query.where((is) =>
        is.or([is('state', '=', 'running'), is('started_at', '>=', since), is('ended_at', '>=', since)]),
      );
    }
    const rows = await query.orderBy('started_at', 'desc').orderBy('id', 'desc').limit(LIST_MAX).execute();
    return rows.toReversed();
  }

  async countRunning(memberId: string): Promise<number> {
    const row = await this.#db
      .selectFrom('job')
      .select((on) => on.fn.countAll<number | string>().as('jobs'))
      .where('member_id', '=', memberId)
      .where('state', '=', 'running')
      .executeTakeFirstOrThrow();
    return Number(row.jobs);
  }

  /** When the member's nth newest job began: the one that must age before another may start. */
  async startOfNthNewest(memberId: string, nth: number): Promise<string | undefined> {
    const row = await this.#db
      .selectFrom('job')
      .select('started_at')
      .where('member_id', '=', memberId)
      .orderBy('started_at', 'desc')
      .limit(1)
      .offset(nth - 1)
      .executeTakeFirst();
    return row?.started_at;
  }
}
