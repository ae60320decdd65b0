import type { Kysely, Selectable, Transaction } from 'kysely';
import { batches } from '../batches';
import { NO_EVENT, RUNNING, transact, UNWRITTEN } from '../db';
import type { Database } from '../db';
import { noteEvent } from '../events/noteEvent';
import type { AbortedJob } from '../generation/jobs/abortJobs';
import { holdMember } from '../generation/meter/refuseOverLimit';
import { projectNotFound } from '../projects/project';
import { abortRuns } from './abortRuns';
import type { PlannedStep } from './planCanvas';
import { refuseTooManySteps } from './refuseTooManySteps';
import { changeRows, COLUMNS, endAll, hold, noteSteps } from './stepRows';
import { isOverAtFirst, NO_REQUEST, storedRequest } from './storedRequest';

export type RunRow = Selectable<Database['run']>;
/** Its request is long, and read only when it is needed. */
export type StepRow = Omit<Selectable<Database['run_step']>, 'request'>;
export type ToldStep = Pick<StepRow, (typeof TOLD)[number]>;
export type RunName = Pick<RunRow, 'id' | 'project_id'>;

/** The change of a step, made only if it is still as it was read. */
export interface StepChange {
  readonly step: StepRow;
  readonly to: Partial<StepRow>;
}

interface NewRun {
  readonly id: string;
  readonly memberId: string;
  readonly projectId: number;
  readonly revision: number;
  readonly isFresh: boolean;
  readonly takes: number;
  readonly createdAt: string;
  readonly idempotencyKey: string | null;
  readonly bodyHash: string | null;
}

const TOLD = ['node_id', 'number', 'cell', 'state', 'reason', 'take_id', 'started_at', 'ended_at'] as const;
const LIST_MAX = 20;

export const isOver = ({ state }: Pick<StepRow, 'state'>): boolean => state !== 'waiting' && state !== 'running';

/**
 * The rows of runs and of their steps. A change of steps locks the run's row first; each change is an event of the project, and so is
 * how far the run is.
 */
export class RunStore {
  readonly #db: Kysely<Database>;

  constructor(db: Kysely<Database>) {
    this.#db = db;
  }

  /** Writes a run with its steps, or returns the one that its key has begun before. Throws 403 and 404 where its member was blocked or its project deleted meanwhile, and 429. */
  insert(run: NewRun, steps: readonly PlannedStep[]): Promise<RunRow> {
    return transact(this.#db, async (change) => {
      await holdMember(change, run.memberId);
      // A deletion ends the runs that are there: this one comes before it, or not at all.
      if (!(await holdLiveProject(change, run))) throw projectNotFound();
      const rows = steps.map((step, at) => stepRow(run, step, at));
      // Everything exists: the run needs no driver.
      const isDone = rows.every((row) => isOver(row) && row.is_written === 1);
      const row = await change
        .insertInto('run')
        .values({
          id: run.id,
          member_id: run.memberId,
          project_id: run.projectId,
          revision: run.revision,
          is_fresh: run.isFresh ? 1 : 0,
          state: isDone ? 'done' : 'running',
          created_at: run.createdAt,
          ended_at: isDone ? run.createdAt : null,
          idempotency_key: run.idempotencyKey,
          body_hash: run.bodyHash,
          takes: run.takes,
          steps: rows.length,
          steps_over: rows.filter(isOver).length,
        })
        .onConflict((known) =>
          known.columns(['member_id', 'idempotency_key']).where('idempotency_key', 'is not', null).doNothing(),
        )
        .returningAll()
        .executeTakeFirst();
      if (row === undefined) return findByKey(change, run.memberId, run.idempotencyKey ?? '').executeTakeFirstOrThrow();
      if (!isDone) await refuseTooManySteps(change, run.memberId);
      for (const some of batches(rows)) await change.insertInto('run_step').values(some).execute();
      await noteEvent(change, run.projectId, { table: 'run', id: run.id });
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

  /**
   * Runs of all members that are under way, the oldest first; none of deleted projects and blocked members. These are looked up run by
   * run: joined, SQLite would go through all projects.
   */
  listUnderWay(): Promise<RunRow[]> {
    return this.#db
      .selectFrom('run')
      .selectAll()
      .where('state', '=', RUNNING)
      .where((run) =>
        run.exists(
          run
            .selectFrom('project')
            .select('project.id')
            .whereRef('project.id', '=', 'run.project_id')
            .where('project.deleted_at', 'is', null),
        ),
      )
      .where((run) =>
        run.exists(
          run
            .selectFrom('member')
            .select('member.id')
            .whereRef('member.id', '=', 'run.member_id')
            .where('member.blocked_at', 'is', null),
        ),
      )
      .orderBy('created_at')
      .orderBy('id')
      .execute();
  }

  /** Runs of all members that were stopped after a time, and have results that are not on the canvas yet; the oldest first. */
  listUnwritten(after: string): Promise<RunRow[]> {
    return this.#db
      .selectFrom('run')
      .selectAll()
      .where('state', '=', 'aborted')
      .where('ended_at', '>', after)
      .where('id', 'in', (of) =>
        of.selectFrom('run_step').select('run_id').where('is_written', '=', UNWRITTEN).where('url', 'is not', null),
      )
      .orderBy('created_at')
      .orderBy('id')
      .execute();
  }

  /** As people are told of them: without the texts that they gave, which may be long. */
  toldSteps(runId: string): Promise<ToldStep[]> {
    return this.#db.selectFrom('run_step').select(TOLD).where('run_id', '=', runId).orderBy('place').execute();
  }

  steps(runId: string): Promise<StepRow[]> {
    return this.#db.selectFrom('run_step').select(COLUMNS).where('run_id', '=', runId).orderBy('place').execute();
  }

  /** Steps that have changed after an event of the project, but for what is on the canvas. */
  changedSteps(runId: string, after: number): Promise<StepRow[]> {
    return this.#db
      .selectFrom('run_step')
      .select(COLUMNS)
      .where('run_id', '=', runId)
      .where('event', '>', after)
      .where('event', '>', NO_EVENT)
      .execute();
  }

  /** Whether the step is stopped by now, or gone with its project. */
  async isAborted({ run_id: runId, place }: StepRow): Promise<boolean> {
    const step = await this.#db
      .selectFrom('run_step')
      .select('state')
      .where('run_id', '=', runId)
      .where('place', '=', place)
      .executeTakeFirst();
    return step === undefined || step.state === 'aborted';
  }

  /** The requests of those steps that still wait, by place, as JSON: they are let go with their step. */
  async requests(runId: string, places: readonly number[]): Promise<Map<number, string>> {
    const requests = new Map<number, string>();
    for (const some of batches(places)) {
      const rows = await this.#db
        .selectFrom('run_step')
        .select(['place', 'request'])
        .where('run_id', '=', runId)
        .where('place', 'in', some)
        .where('state', '=', 'waiting')
        .execute();
      for (const { place, request } of rows) requests.set(place, request);
    }
    return requests;
  }

  /**
   * Changes the steps whose state is still as it was read, and runs `also` in the same transaction.
   *
   * @returns The changed steps; their `event` is the one from before the change.
   */
  async change(
    run: RunName,
    changes: readonly StepChange[],
    also?: (change: Transaction<Database>, changed: readonly StepRow[]) => Promise<void>,
  ): Promise<StepRow[]> {
    if (changes.length === 0) return [];
    return transact(this.#db, async (change) => {
      await hold(change, run);
      const places = new Set<number>();
      for (const some of batches(changes)) for (const place of await changeRows(change, run, some)) places.add(place);
      const mine = changes.filter(({ step }) => places.has(step.place));
      const changed = mine.map(({ step, to }) => ({ ...step, ...to }));
      const over = mine.filter(({ step }, at) => !isOver(step) && isOver(changed[at] ?? step)).length;
      if (changed.length > 0) await also?.(change, changed);
      await noteSteps(change, run, changed, over);
      return changed;
    });
  }

  /** Marks pictures of these as being on the canvas; returns how many were not marked before. */
  async markWritten(runId: string, steps: readonly StepRow[], db: Kysely<Database> = this.#db): Promise<number> {
    let marked = 0;
    for (const some of batches(steps.map(({ place }) => place))) {
      const { numUpdatedRows } = await db
        .updateTable('run_step')
        .set({ is_written: 1 })
        .where('run_id', '=', runId)
        .where('place', 'in', some)
        .where('is_written', '=', 0)
        .executeTakeFirst();
      marked += Number(numUpdatedRows);
    }
    return marked;
  }

  /** Fails all waiting steps. */
  async failWaiting(run: RunName, to: Partial<StepRow>): Promise<void> {
    await transact(this.#db, async (change) => {
      await hold(change, run);
      const steps = await endAll(change, run, 'waiting', to);
      await noteSteps(change, run, steps, steps.length);
    });
  }

  /** Ends a run all of whose steps have ended. */
  async end(run: RunName, endedAt: string): Promise<void> {
    await transact(this.#db, async (change) => {
      const { numUpdatedRows } = await change
        .updateTable('run')
        .set({ state: 'done', ended_at: endedAt })
        .where('id', '=', run.id)
        .where('state', '=', 'running')
        .executeTakeFirst();
      if (numUpdatedRows > 0n) await noteEvent(change, run.project_id, { table: 'run', id: run.id });
    });
  }

  /** Ends a run that is under way with the jobs of its steps, which are returned, and keeps waiting steps from starting. */
  async abort(run: RunName, endedAt: string): Promise<readonly AbortedJob[]> {
    return (await transact(this.#db, (change) => abortRuns(change, { id: run.id }, endedAt))).jobs;
  }
}

async function holdLiveProject(change: Transaction<Database>, { projectId }: NewRun): Promise<boolean> {
  const project = await change
    .selectFrom('project')
    .select('deleted_at')
    .where('id', '=', projectId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return project?.deleted_at === null;
}

const findByKey = (db: Kysely<Database> | Transaction<Database>, memberId: string, key: string) =>
  db.selectFrom('run').selectAll().where('member_id', '=', memberId).where('idempotency_key', '=', key);

function stepRow(run: NewRun, step: PlannedStep, place: number): Omit<StepRow, 'event'> & { request: string } {
  const { nodeId, cell, request, reason, take, after } = step;
  const hasEnded = isOverAtFirst(step);
  return {
    run_id: run.id,
    place,
    node_id: nodeId,
    number: request.number,
    cell: cell === undefined ? null : JSON.stringify(cell),
    state: hasEnded ? step.state : 'waiting',
    reason: reason ?? null,
    take_id: hasEnded ? (take?.id ?? null) : null,
    url: hasEnded ? (take?.value ?? null) : null,
    job_id: null,
    request: hasEnded ? NO_REQUEST : storedRequest(request),
    waits_for: JSON.stringify(after),
    is_written: hasEnded ? 1 : 0,
    started_at: null,
    ended_at: hasEnded ? run.createdAt : null,
  };
}
