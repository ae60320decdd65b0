import type { Transaction } from 'kysely';
import { batches } from '../batches';
import type { Database } from '../db';
import { nextEvents } from '../events/noteEvent';
import type { RunName, StepRow } from './RunStore';
import { NO_REQUEST } from './storedRequest';

/** Locks the run's row. */
export async function hold(change: Transaction<Database>, { id }: RunName): Promise<void> {
  await change.selectFrom('run').select('id').where('id', '=', id).forNoKeyUpdate().execute();
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
