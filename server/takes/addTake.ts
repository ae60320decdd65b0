import type { Transaction } from 'kysely';
import type { Cell, Recipe } from '../../src/api/contractTakes';
import { batches } from '../batches';
import { nextNumber } from '../db';
import type { Database } from '../db';
import { nextEvents, noteEvent } from '../events/noteEvent';
import { searchWords } from './searchWords';

export interface NewTake {
  memberId: string;
  projectId: number;
  nodeId: string;
  /** Null if no job of its own made it. */
  jobId: string | null;
  url: string;
  /** Null for a picture. */
  text: string | null;
  recipe: Recipe | null;
  key: string | null;
  number: number;
  cell: Cell | null;
  model: string | null;
  costMicros: number | null;
  createdAt: string;
  /** Words of the search, where a take of the same recipe is known; worked out from the recipe when absent. */
  words?: string;
}

/**
 * Writes a take, in the transaction that makes it true; none where its project was purged meanwhile, or where its job has one with these bytes already.
 */
export async function addTake(change: Transaction<Database>, take: NewTake): Promise<void> {
  const { projectId } = take;
  if (!(await isThere(change, projectId))) return;
  const id = await nextNumber(change, 'take');
  const { numInsertedOrUpdatedRows } = await change
    .insertInto('take')
    .values(rowOf(take, id))
    .onConflict((known) => known.columns(['job_id', 'url']).where('job_id', 'is not', null).doNothing())
    .executeTakeFirst();
  if (numInsertedOrUpdatedRows !== 0n) await noteEvent(change, projectId, { table: 'take', id });
}

/** Like `addTake`, for many of one project, which no job has made; their ids were taken for them by `nextNumber`. */
export async function addTakes(
  change: Transaction<Database>,
  takes: readonly (NewTake & { readonly id: number })[],
): Promise<void> {
  const [first] = takes;
  if (first === undefined || !(await isThere(change, first.projectId))) return;
  const rows = takes.map((take) => rowOf(take, take.id));
  const last = Math.max(...rows.map(({ id }) => id));
  const span = last + 1 - Math.min(...rows.map(({ id }) => id));
  for (const some of batches(rows)) await change.insertInto('take').values(some).execute();
  const event = await nextEvents(change, first.projectId, span);
  await change
    .updateTable('take')
    .set((take) => ({ event: take('id', '+', event - last) }))
    .where('id', '>', last - span)
    .where('id', '<=', last)
    .where('project_id', '=', first.projectId)
    .where('event', '=', 0)
    .execute();
}

async function isThere(change: Transaction<Database>, projectId: number): Promise<boolean> {
  const project = await change.selectFrom('project').select('id').where('id', '=', projectId).executeTakeFirst();
  return project !== undefined;
}

const rowOf = (take: NewTake, id: number) => ({
  id,
  member_id: take.memberId,
  project_id: take.projectId,
  node_id: take.nodeId,
  job_id: take.jobId,
  url: take.url,
  text: take.text,
  take_key: take.key,
  number: take.number,
  cell: take.cell === null ? null : JSON.stringify(take.cell),
  model: take.model,
  cost_micros: take.costMicros,
  created_at: take.createdAt,
  rating: null,
  deleted_at: null,
  words: take.words ?? (take.recipe === null ? '' : searchWords(take.recipe)),
  recipe: take.recipe === null ? null : JSON.stringify(take.recipe),
});
