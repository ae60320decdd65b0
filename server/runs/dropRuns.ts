import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { deleteSome } from '../db';
import type { Database } from '../db';
import type { RunRow } from './RunStore';

/**
 * Deletes the first of these runs with their steps, as far as their rows are few; of a long one some steps.
 *
 * @returns Number of deleted runs.
 */
export async function dropRuns(
  db: Kysely<Database>,
  runs: readonly Pick<RunRow, 'id' | 'steps'>[],
  limit: number,
): Promise<number> {
  const [first] = runs;
  if (first === undefined) return 0;
  if (first.steps >= limit) {
    const steps = { where: sql`run_id = ${first.id}`, orderBy: 'place', limit };
    if ((await deleteSome(db, 'run_step', steps)) === limit) return 0;
  }
  let rows = 0;
  const few = runs.filter(({ steps }, at) => (rows += steps + 1) <= limit || at === 0).map(({ id }) => id);
  await db.deleteFrom('run').where('id', 'in', few).execute();
  return few.length;
}
