import type { Kysely } from 'kysely';
import { transact } from '../../db';
import type { Database } from '../../db';
import { findUsage, type Quota } from '../../usage/usage';
import { holdMember, refuseOverLimit } from '../meter/refuseOverLimit';
import type { GenerationLimits } from '../meter/limits';
import { JobStore } from './JobStore';
import type { JobRow, NewJob } from './JobStore';

export interface Admission {
  readonly job: JobRow;
  /** The member's running job of an equal request, if there is one: this one shares its call. */
  readonly sharedJobId: string | null;
}

/**
 * Writes the row of a new job, or returns the job that its key has started before. A member's jobs start one after another, over all
 * servers of the database, so that none is counted twice or not at all. Throws ApiError 403, 413 where the member's storage is full already,
 * and 429.
 *
 * @param quota Null where nothing is stored.
 */
export function admit(
  db: Kysely<Database>,
  job: NewJob,
  { limits, quota, now }: { limits: GenerationLimits; quota: Quota | null; now: Date },
): Promise<Admission> {
  return transact(db, async (change) => {
    await holdMember(change, job.memberId);
    const jobs = new JobStore(change);
    const again = job.idempotencyKey === null ? undefined : await jobs.findByKey(job.memberId, job.idempotencyKey);
    if (again) return { job: again, sharedJobId: null };
    quota?.refuseFull(await findUsage(change, job.memberId));
    const call = {
      kind: 'picture',
      memberId: job.memberId,
      isFree: job.provider === 'offline',
      estimateMicros: job.estimateMicros,
    } as const;
    await refuseOverLimit(change, call, limits, now);
    const sharedJobId = await jobs.findRunning(job);
    const startedAt = sharedJobId === null ? job.startedAt : await jobs.startAfterEqual(job);
    return { job: await jobs.insert(change, { ...job, startedAt }), sharedJobId };
  });
}
