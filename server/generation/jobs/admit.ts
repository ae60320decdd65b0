import type { Kysely } from 'kysely';
import { transact } from '../../db';
import type { Database } from '../../db';
import { JobStore } from './JobStore';
import type { JobRow, NewJob } from './JobStore';
import { refuseOverLimit } from './refuseOverLimit';
import type { GenerationLimits } from './refuseOverLimit';

/**
 * Writes the row of a new job, or answers that of the job which its key has begun before. A member's jobs begin one after
 * another, over all servers of the database, so that none is counted twice or not at all. Throws ApiError 429.
 */
export function admit(db: Kysely<Database>, job: NewJob, limits: GenerationLimits, now: Date): Promise<JobRow> {
  return transact(db, async (change) => {
    // Makes the member's others wait until this transaction ends.
    await change.selectFrom('member').select('id').where('id', '=', job.memberId).forUpdate().execute();
    const jobs = new JobStore(change);
    const twin = job.idempotencyKey === null ? undefined : await jobs.findByKey(job.memberId, job.idempotencyKey);
    if (twin) return twin;
    await refuseOverLimit(jobs, job.memberId, limits, now);
    return jobs.insert(job);
  });
}
