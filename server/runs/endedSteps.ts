import type { Kysely } from 'kysely';
import { batches } from '../batches';
import type { Database } from '../db';
import type { StepChange, StepRow } from './RunStore';

/** Changes of running steps whose job has ended. */
export async function endedSteps(
  db: Kysely<Database>,
  running: readonly StepRow[],
  now: string,
): Promise<StepChange[]> {
  const steps = new Map(running.map((step) => [step.job_id ?? '', step]));
  const changes: StepChange[] = [];
  for (const ids of batches([...steps.keys()])) {
    const rows = await db
      .selectFrom('job')
      .leftJoin('take', (on) => on.onRef('take.job_id', '=', 'job.id').onRef('take.url', '=', 'job.url'))
      .select(['job.id', 'job.state', 'job.code', 'job.url', 'job.text', 'job.ended_at', 'take.id as takeId'])
      .where('job.id', 'in', ids)
      .where('job.state', '!=', 'running')
      .execute();
    for (const { id, state, code, url, text, ended_at: endedAt, takeId } of rows) {
      const step = steps.get(id);
      if (step === undefined) continue;
      const ended = { ended_at: endedAt ?? now };
      // The reason of one that is done: why some of its pictures did not come.
      if (state === 'done')
        changes.push({ step, to: { ...ended, state, reason: code, url: text ?? url, take_id: takeId } });
      else if (state === 'failed')
        changes.push({ step, to: { ...ended, state, reason: code ?? state, is_written: 1 } });
      else changes.push({ step, to: { ...ended, state: 'aborted', reason: null, is_written: 1 } });
    }
  }
  return changes;
}
