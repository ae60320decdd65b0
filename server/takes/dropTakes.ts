import type { Kysely } from 'kysely';
import { transact } from '../db';
import type { Database } from '../db';

/**
 * Removes takes for good that were deleted by a time, the oldest first. Their jobs do not name the pictures any more either: nothing keeps
 * them then but what else names them.
 *
 * @returns How many: `limit` when there may be more.
 */
export function dropTakes(db: Kysely<Database>, { until, limit }: { until: string; limit: number }): Promise<number> {
  return transact(db, async (change) => {
    const over = await change
      .selectFrom('take')
      .select(['id', 'job_id'])
      .where('deleted_at', '<=', until)
      .orderBy('deleted_at')
      .limit(limit)
      .execute();
    if (over.length === 0) return 0;
    const ids = over.map(({ id }) => id);
    const gone = await change
      .deleteFrom('take')
      .where('id', 'in', ids)
      // One that was brought back at this moment stays.
      .where('deleted_at', '<=', until)
      .returning('job_id')
      .execute();
    const jobs = gone.flatMap(({ job_id: jobId }) => jobId ?? []);
    if (jobs.length > 0) await change.updateTable('job').set({ url: null }).where('id', 'in', jobs).execute();
    return over.length;
  });
}
