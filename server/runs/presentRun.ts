import type { Kysely } from 'kysely';
import type { Run } from '../../src/api/contractRuns';
import type { Database } from '../db';
import type { RunRow, StepRow } from './RunStore';

/** A run as it travels, with what its calls have cost. */
export async function presentRun(db: Kysely<Database>, run: RunRow, steps: readonly StepRow[]): Promise<Run> {
  const { micros, unknown } = await db
    .selectFrom('run_step')
    .innerJoin('job', 'job.id', 'run_step.job_id')
    .select(({ fn }) => [
      fn.sum<number | string | null>('job.cost_micros').as('micros'),
      fn.countAll<number | string>().as('calls'),
      fn.count<number | string>('job.cost_micros').as('known'),
    ])
    .where('run_step.run_id', '=', run.id)
    .executeTakeFirstOrThrow()
    .then(({ micros, calls, known }) => ({ micros: Number(micros ?? 0), unknown: Number(calls) - Number(known) }));
  const hasNumbers = steps.some(({ number }) => number > 0);
  return {
    runId: run.id,
    state: run.state,
    createdAt: run.created_at,
    endedAt: run.ended_at,
    steps: steps.map((step) => ({
      nodeId: step.node_id,
      state: step.state,
      ...(hasNumbers && { cell: { take: String(step.number) } }),
      ...(step.reason !== null && { reason: step.reason }),
      ...(step.take_id !== null && { take: step.take_id }),
      startedAt: step.started_at,
      endedAt: step.ended_at,
    })),
    cost: { aboutMicros: micros, unknownCalls: unknown },
  };
}
