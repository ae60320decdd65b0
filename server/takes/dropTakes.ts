import type { Kysely, Transaction } from 'kysely';
import { transact } from '../db';
import type { Database } from '../db';
import { furtherOf, furtherText } from '../generation/jobs/jobRow';
import type { TakeRow } from './takeRow';

/**
 * Removes takes for good that were deleted by a time, the oldest first. Their jobs do not name the pictures, nor have the words, any more either: nothing keeps
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
      // One that was restored at this moment stays.
      .where('deleted_at', '<=', until)
      .returning(['job_id', 'url'])
      .execute();
    await forget(change, gone);
    return over.length;
  });
}

async function forget(change: Transaction<Database>, gone: readonly Pick<TakeRow, 'job_id' | 'url'>[]): Promise<void> {
  const ids = gone.flatMap(({ job_id: jobId }) => jobId ?? []);
  if (ids.length === 0) return;
  const jobs = await change.selectFrom('job').select(['id', 'url', 'further']).where('id', 'in', ids).execute();
  const isGone = new Set(gone.map(({ job_id: jobId, url }) => `${jobId} ${url}`));
  const firstGone = jobs.flatMap(({ id, url }) => (isGone.has(`${id} ${url}`) ? id : []));
  if (firstGone.length > 0)
    await change.updateTable('job').set({ url: null, text: null }).where('id', 'in', firstGone).execute();
  for (const { id, further } of jobs) {
    const urls = furtherOf(further);
    const kept = urls.filter((url) => !isGone.has(`${id} ${url}`));
    if (kept.length === urls.length) continue;
    await change
      .updateTable('job')
      .set({ further: furtherText(kept) })
      .where('id', '=', id)
      .execute();
  }
}
