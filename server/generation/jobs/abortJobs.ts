import type { Transaction } from 'kysely';
import { batches } from '../../batches';
import type { Database } from '../../db';
import { endColumns } from './endColumns';
import { ABORTED } from './JobEvent';
import type { JobRow } from './JobStore';

export type AbortedJob = Pick<JobRow, 'id' | 'provider'>;

/**
 * Ends those of these jobs that run, with what they are a part of; their events are the caller's, after all other locks. The servers that
 * run them find their ends in the rows.
 */
export async function abortJobs(
  change: Transaction<Database>,
  ids: readonly string[],
  endedAt: string,
): Promise<AbortedJob[]> {
  const aborted: AbortedJob[] = [];
  for (const some of batches(ids)) {
    const rows = await change
      .updateTable('job')
      .set({ ...endColumns(ABORTED), ended_at: endedAt })
      .where('id', 'in', some)
      .where('state', '=', 'running')
      .returning(['id', 'provider'])
      .execute();
    aborted.push(...rows);
  }
  return aborted;
}
