import type { Kysely } from 'kysely';
import type { Database } from '../db';
import type { StepRow } from './RunStore';

interface EndedStep {
  readonly step: StepRow;
  readonly to: Partial<StepRow>;
}

/** The running steps of a run whose job has ended, and how. */
export async function endedSteps(db: Kysely<Database>, runId: string, now: string): Promise<EndedStep[]> {
  const rows = await db
    .selectFrom('run_step')
    .innerJoin('job', 'job.id', 'run_step.job_id')
    .leftJoin('take', 'take.job_id', 'job.id')
    .selectAll('run_step')
    .select(['job.state as jobState', 'job.code as jobCode', 'job.url as jobUrl', 'job.ended_at as jobEndedAt'])
    .select('take.id as takeId')
    .where('run_step.run_id', '=', runId)
    .where('run_step.state', '=', 'running')
    .where('job.state', '!=', 'running')
    .execute();
  return rows.map(({ jobState, jobCode, jobUrl, jobEndedAt, takeId, ...step }) => {
    const ended = { ended_at: jobEndedAt ?? now };
    if (jobState === 'done') return { step, to: { ...ended, state: 'done', url: jobUrl, take_id: takeId } };
    const reason = jobState === 'failed' ? (jobCode ?? 'failed') : null;
    return { step, to: { ...ended, state: jobState === 'failed' ? 'failed' : 'aborted', reason, is_written: 1 } };
  });
}
