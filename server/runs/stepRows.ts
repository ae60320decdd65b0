import { sql } from 'kysely';
import type { Transaction } from 'kysely';
import { batches } from '../batches';
import type { Database } from '../db';
import { nextEvents } from '../events/noteEvent';
import type { RunName, StepChange, StepRow } from './RunStore';
import { NO_REQUEST } from './storedRequest';

/** The columns of a step, without its request. */
export const COLUMNS = [
  'run_id',
  'place',
  'node_id',
  'number',
  'cell',
  'state',
  'reason',
  'take_id',
  'url',
  'job_id',
  'waits_for',
  'is_written',
  'started_at',
  'ended_at',
  'event',
] as const;

/** Locks the run's row. */
export async function hold(change: Transaction<Database>, { id }: RunName): Promise<void> {
  await change.selectFrom('run').select('id').where('id', '=', id).forNoKeyUpdate().execute();
}

/** Writes some changes by one statement, and lets the requests of ended steps go; returns the places of those steps that were as they were read. */
export async function changeRows(
  change: Transaction<Database>,
  { id }: RunName,
  changes: readonly StepChange[],
): Promise<number[]> {
  const rows = changes.map(({ step, to }) => {
    const { state, reason, take_id, url, job_id, is_written, started_at, ended_at } = { ...step, ...to };
    return sql`(cast(${step.place} as integer), ${step.state}, ${state}, ${reason}, cast(${take_id} as integer), ${url}, ${job_id},
      cast(${is_written} as integer), ${started_at}, ${ended_at})`;
  });
  // Both databases name the columns of such a list `column1`, `column2` and so on.
  const { rows: changed } = await sql<{ place: number }>`update run_step set state = column3, reason = column4,
    take_id = column5, url = column6, job_id = column7, is_written = column8, started_at = column9, ended_at = column10,
    request = case when column3 in ('waiting', 'running') then request else ${NO_REQUEST} end
    from (values ${sql.join(rows)}) as wanted
    where run_id = ${id} and place = column1 and state = column2 returning place`.execute(change);
  return changed.map(({ place }) => place);
}

/** Ends the steps of a run that are in a state, and lets their requests go. */
export function endAll(
  change: Transaction<Database>,
  { id }: RunName,
  from: StepRow['state'],
  to: Partial<StepRow>,
): Promise<Pick<StepRow, 'place' | 'job_id'>[]> {
  return change
    .updateTable('run_step')
    .set({ ...to, request: NO_REQUEST })
    .where('run_id', '=', id)
    .where('state', '=', from)
    .returning(['place', 'job_id'])
    .execute();
}

/** Reports changed steps in their order, then the run, of which `over` steps have ended. */
export async function noteSteps(
  change: Transaction<Database>,
  { id, project_id: projectId }: RunName,
  steps: readonly Pick<StepRow, 'place'>[],
  over: number,
): Promise<void> {
  if (steps.length === 0) return;
  const places = steps.map(({ place }) => place).toSorted((a, b) => a - b);
  const first = places[0] ?? 0;
  const span = (places.at(-1) ?? 0) - first + 1;
  const last = await nextEvents(change, projectId, span + 1);
  for (const some of batches(places)) {
    await change
      .updateTable('run_step')
      .set((step) => ({ event: step('place', '+', last - span - first) }))
      .where('run_id', '=', id)
      .where('place', 'in', some)
      .execute();
  }
  await change
    .updateTable('run')
    .set((run) => ({ event: last, steps_over: run('steps_over', '+', over) }))
    .where('id', '=', id)
    .execute();
}
