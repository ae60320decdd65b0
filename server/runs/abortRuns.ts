import type { Transaction } from 'kysely';
import { batches } from '../batches';
import type { Database } from '../db';
import { noteEvent } from '../events/noteEvent';
import { abortJobs, type AbortedJob } from '../generation/jobs/abortJobs';
import { endedSteps } from './endedSteps';
import type { RunName, RunRow, StepRow } from './RunStore';
import { changeRows, COLUMNS, endAll, noteSteps } from './stepRows';

/** A run, or all that are under way of a project or of a member. */
type WhichRuns = { readonly id: string } | { readonly projectId: number } | { readonly memberId: string };

interface AbortResult {
  /** How many runs were under way. */
  readonly runs: number;
  /** Jobs of steps that were running, which are ended too. */
  readonly jobs: readonly AbortedJob[];
}

/** Ends runs with the jobs of their steps, and keeps their waiting steps from starting. */
export async function abortRuns(
  change: Transaction<Database>,
  which: WhichRuns,
  endedAt: string,
): Promise<AbortResult> {
  const aborted = { state: 'aborted' as const, ended_at: endedAt };
  const held = await holdRuns(change, which);
  const underWay = new Set(held.flatMap(({ id, state }) => (state === 'running' ? id : [])));
  const ended: { run: RunName; steps: readonly Pick<StepRow, 'place'>[]; jobs: readonly AbortedJob[] }[] = [];
  for (const run of held) {
    if (underWay.has(run.id)) await change.updateTable('run').set(aborted).where('id', '=', run.id).execute();
    const waiting = await endAll(change, run, 'waiting', { ...aborted, is_written: 1 });
    const running = await runningSteps(change, run);
    const jobs = await abortJobs(
      change,
      running.flatMap(({ job_id: id }) => id ?? []),
      endedAt,
    );
    // A call that ended just before this is not stopped: its result is on its way to the canvas.
    for (const some of batches(await endedSteps(change, running, endedAt))) await changeRows(change, run, some);
    await endAll(change, run, 'running', { ...aborted, is_written: 1 });
    ended.push({ run, steps: [...waiting, ...running], jobs });
  }
  // Events come last, after all other locks.
  for (const { run, steps, jobs } of ended) {
    for (const { id } of jobs) await noteEvent(change, run.project_id, { table: 'job', id });
    await noteSteps(change, run, steps, steps.length);
    if (steps.length === 0 && underWay.has(run.id)) {
      await noteEvent(change, run.project_id, { table: 'run', id: run.id });
    }
  }
  return { runs: underWay.size, jobs: ended.flatMap(({ jobs }) => jobs) };
}

const runningSteps = (change: Transaction<Database>, { id }: RunName): Promise<StepRow[]> =>
  change.selectFrom('run_step').select(COLUMNS).where('run_id', '=', id).where('state', '=', 'running').execute();

function holdRuns(
  change: Transaction<Database>,
  which: WhichRuns,
): Promise<Pick<RunRow, 'id' | 'project_id' | 'state'>[]> {
  const runs = change.selectFrom('run').select(['id', 'project_id', 'state']);
  const those =
    'id' in which
      ? runs.where('id', '=', which.id)
      : 'projectId' in which
        ? runs.where('project_id', '=', which.projectId).where('state', '=', 'running')
        : runs.where('member_id', '=', which.memberId).where('state', '=', 'running');
  // One order for all, so that none waits for another that waits for it.
  return those.orderBy('project_id').orderBy('id').forNoKeyUpdate().execute();
}
