import type { Kysely, Selectable, Transaction } from 'kysely';
import { transact } from '../db';
import type { Database } from '../db';
import type { PlannedStep } from './planCanvas';

export type RunRow = Selectable<Database['run']>;
export type StepRow = Selectable<Database['run_step']>;

interface NewRun {
  readonly id: string;
  readonly memberId: string;
  readonly projectId: number;
  readonly revision: number;
  readonly isFresh: boolean;
  readonly createdAt: string;
  readonly idempotencyKey: string | null;
  readonly bodyHash: string | null;
}

const ROWS_AT_ONCE = 500;
const LIST_MAX = 20;

/** The rows of runs and of their steps. */
export class RunStore {
  readonly #db: Kysely<Database>;

  constructor(db: Kysely<Database>) {
    this.#db = db;
  }

  /** Writes a run with its steps, or returns the one that its key has begun before. */
  insert(run: NewRun, steps: readonly PlannedStep[]): Promise<RunRow> {
    return transact(this.#db, async (change) => {
      const row = await change
        .insertInto('run')
        .values({
          id: run.id,
          member_id: run.memberId,
          project_id: run.projectId,
          revision: run.revision,
          is_fresh: run.isFresh ? 1 : 0,
          state: 'running',
          created_at: run.createdAt,
          ended_at: null,
          idempotency_key: run.idempotencyKey,
          body_hash: run.bodyHash,
        })
        .onConflict((known) =>
          known.columns(['member_id', 'idempotency_key']).where('idempotency_key', 'is not', null).doNothing(),
        )
        .returningAll()
        .executeTakeFirst();
      if (row === undefined) return findByKey(change, run.memberId, run.idempotencyKey ?? '').executeTakeFirstOrThrow();
      const rows = steps.map((step, at) => stepRow(run, step, at));
      for (let from = 0; from < rows.length; from += ROWS_AT_ONCE) {
        await change
          .insertInto('run_step')
          .values(rows.slice(from, from + ROWS_AT_ONCE))
          .execute();
      }
      return row;
    });
  }

  findByKey(memberId: string, key: string): Promise<RunRow | undefined> {
    return findByKey(this.#db, memberId, key).executeTakeFirst();
  }

  find(memberId: string, id: string): Promise<RunRow | undefined> {
    return this.#db
      .selectFrom('run')
      .selectAll()
      .where('id', '=', id)
      .where('member_id', '=', memberId)
      .executeTakeFirst();
  }

  /** Newest first. */
  list(projectId: number): Promise<RunRow[]> {
    return this.#db
      .selectFrom('run')
      .selectAll()
      .where('project_id', '=', projectId)
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .limit(LIST_MAX)
      .execute();
  }

  /** Those of all members that are under way, the oldest first. */
  listUnderWay(): Promise<RunRow[]> {
    return this.#db
      .selectFrom('run')
      .selectAll()
      .where('state', '=', 'running')
      .orderBy('created_at')
      .orderBy('id')
      .execute();
  }

  steps(runId: string): Promise<StepRow[]> {
    return this.#db.selectFrom('run_step').selectAll().where('run_id', '=', runId).orderBy('place').execute();
  }

  /** Changes a step that is still so; false when it was changed meanwhile. */
  async change(
    { run_id: runId, place, state }: StepRow,
    to: Partial<StepRow>,
    db: Kysely<Database> = this.#db,
  ): Promise<boolean> {
    const { numUpdatedRows } = await db
      .updateTable('run_step')
      .set(to)
      .where('run_id', '=', runId)
      .where('place', '=', place)
      .where('state', '=', state)
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  }

  /** Ends a run that is under way. */
  async end(id: string, state: 'done' | 'aborted', endedAt: string): Promise<void> {
    await this.#db
      .updateTable('run')
      .set({ state, ended_at: endedAt })
      .where('id', '=', id)
      .where('state', '=', 'running')
      .execute();
  }

  /** Keeps waiting steps from starting. Returns the jobs of running ones. */
  abort(id: string, endedAt: string): Promise<string[]> {
    return transact(this.#db, async (change) => {
      const aborted = { state: 'aborted' as const, ended_at: endedAt };
      await change.updateTable('run').set(aborted).where('id', '=', id).where('state', '=', 'running').execute();
      await change
        .updateTable('run_step')
        .set({ ...aborted, is_written: 1 })
        .where('run_id', '=', id)
        .where('state', '=', 'waiting')
        .execute();
      const running = await change
        .updateTable('run_step')
        .set({ ...aborted, is_written: 1 })
        .where('run_id', '=', id)
        .where('state', '=', 'running')
        .returning('job_id')
        .execute();
      return running.flatMap(({ job_id: jobId }) => jobId ?? []);
    });
  }
}

const findByKey = (db: Kysely<Database> | Transaction<Database>, memberId: string, key: string) =>
  db.selectFrom('run').selectAll().where('member_id', '=', memberId).where('idempotency_key', '=', key);

function stepRow(run: NewRun, step: PlannedStep, place: number): StepRow {
  const { nodeId, request, reason, take, after, isChosen } = step;
  // What another node has made is taken over when the run gets there: with a take of its own.
  const state = step.state === 'run' || (step.state === 'kept' && !isChosen) ? 'waiting' : step.state;
  const isOver = state !== 'waiting';
  return {
    run_id: run.id,
    place,
    node_id: nodeId,
    number: request.number,
    state,
    reason: reason ?? null,
    take_id: isOver ? (take?.id ?? null) : null,
    url: isOver ? (take?.url ?? null) : null,
    job_id: null,
    request: JSON.stringify({ settings: request.settings, items: request.items }),
    waits_for: JSON.stringify(after),
    is_written: isOver ? 1 : 0,
    started_at: null,
    ended_at: isOver ? run.createdAt : null,
  };
}
