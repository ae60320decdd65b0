import type { Kysely, Transaction } from 'kysely';
import { RUNNING, transact } from '../../db';
import type { Database } from '../../db';
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
 * servers of the database, so that none is counted twice or not at all. Throws ApiError 429.
 */
export function admit(db: Kysely<Database>, job: NewJob, limits: GenerationLimits, now: Date): Promise<Admission> {
  return transact(db, async (change) => {
    await holdMember(change, job.memberId);
    const jobs = new JobStore(change);
    const again = job.idempotencyKey === null ? undefined : await jobs.findByKey(job.memberId, job.idempotencyKey);
    if (again) return { job: again, sharedJobId: null };
    const call = {
      kind: 'picture',
      memberId: job.memberId,
      isFree: job.provider === 'offline',
      estimateMicros: job.estimateMicros,
    } as const;
    await refuseOverLimit(change, call, limits, now);
    const sharedJobId = await jobs.findRunning(job, now.toISOString());
    const startedAt = sharedJobId === null ? job.startedAt : await beginAfterEqual(change, job);
    return { job: await jobs.insert(change, { ...job, startedAt }), sharedJobId };
  });
}

/**
 * A job begins after all running ones with the same request, also within one millisecond or where another server's clock is ahead: of
 * equal ones, the oldest is the one that calls.
 */
async function beginAfterEqual(
  change: Transaction<Database>,
  { memberId, requestKey, startedAt }: NewJob,
): Promise<string> {
  const equal = await change
    .selectFrom('job')
    .select('started_at')
    .where('member_id', '=', memberId)
    .where('request_key', '=', requestKey)
    .where('state', '=', RUNNING)
    .execute();
  const last = equal.reduce((latest, job) => (job.started_at > latest ? job.started_at : latest), '');
  return last < startedAt ? startedAt : new Date(Date.parse(last) + 1).toISOString();
}
