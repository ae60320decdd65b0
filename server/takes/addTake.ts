import type { Transaction } from 'kysely';
import type { Cell, Recipe, Take } from '../../src/api/contractTakes';
import { nextNumber } from '../db';
import type { Database } from '../db';
import { searchWords } from './searchWords';
import { TAKE_COLUMNS, takeOf } from './takeRow';

export interface NewTake {
  memberId: string;
  projectId: number;
  nodeId: string;
  /** Null for one that no job of its own has made. */
  jobId: string | null;
  url: string;
  recipe: Recipe | null;
  key: string | null;
  number: number;
  cell: Cell | null;
  model: string | null;
  costMicros: number | null;
  createdAt: string;
}

/**
 * Writes a take, in the transaction that makes it true. Returns null where there is none to write: its project was purged meanwhile,
 * or its job has one already.
 */
export async function addTake(change: Transaction<Database>, take: NewTake): Promise<Take | null> {
  const { projectId } = take;
  const project = await change.selectFrom('project').select('id').where('id', '=', projectId).executeTakeFirst();
  if (project === undefined) return null;
  const row = await change
    .insertInto('take')
    .values({
      id: await nextNumber(change, 'take'),
      member_id: take.memberId,
      project_id: projectId,
      node_id: take.nodeId,
      job_id: take.jobId,
      url: take.url,
      take_key: take.key,
      number: take.number,
      cell: take.cell === null ? null : JSON.stringify(take.cell),
      model: take.model,
      cost_micros: take.costMicros,
      created_at: take.createdAt,
      rating: null,
      deleted_at: null,
      words: take.recipe === null ? '' : searchWords(take.recipe),
      recipe: take.recipe === null ? null : JSON.stringify(take.recipe),
    })
    .onConflict((known) => known.column('job_id').where('job_id', 'is not', null).doNothing())
    .returning(TAKE_COLUMNS)
    .executeTakeFirst();
  return row === undefined ? null : takeOf(row);
}
