import type { Kysely } from 'kysely';
import type { Run } from '../../src/api/contractRuns';
import type { Cell } from '../../src/api/contractTakes';
import type { Database } from '../db';
import type { RunRow, StepRow, ToldStep } from './RunStore';

/** A run as it travels, with what its calls have cost. */
export async function presentRun(db: Kysely<Database>, run: RunRow, steps: readonly ToldStep[]): Promise<Run> {
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
  return {
    runId: run.id,
    state: run.state,
    createdAt: run.created_at,
    endedAt: run.ended_at,
    steps: steps.map((step) => ({
      ...presentStep(step, run),
      startedAt: step.started_at,
      endedAt: step.ended_at,
    })),
    cost: { aboutMicros: micros, unknownCalls: unknown },
  };
}

/** The part of a step that answers and events share. */
export function presentStep(
  {
    node_id: nodeId,
    number,
    cell,
    state,
    reason,
    take_id: take,
  }: Pick<StepRow, 'node_id' | 'number' | 'cell' | 'state' | 'reason' | 'take_id'>,
  { takes }: Pick<RunRow, 'takes'>,
): Omit<Run['steps'][number], 'startedAt' | 'endedAt'> {
  return {
    nodeId,
    ...presentCell(cell === null ? undefined : (JSON.parse(cell) as Cell), takes > 1 ? number : null),
    state,
    ...(reason !== null && { reason }),
    ...(take !== null && { take }),
  };
}

/** The cell of a step as it travels; `number`: which of several results it is, null where there is one. */
export function presentCell(cell: Cell | undefined, number: number | null): { cell?: Cell } {
  if (cell === undefined && number === null) return {};
  return { cell: { ...cell, ...(number !== null && { take: String(number) }) } };
}
