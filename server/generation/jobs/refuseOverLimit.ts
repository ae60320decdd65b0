import { ApiError } from '../../errors';
import type { JobStore } from './JobStore';

/** Per member. A day is the last 24 hours. */
export interface GenerationLimits {
  perMinute: number;
  concurrent: number;
  perDay: number;
}

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** A running picture's end cannot be foretold; this is when asking again is worth it. */
const CONCURRENT_RETRY_S = 5;

/** Throws 429 with Retry-After when the member may not start another job now. Counted from the job table. */
export async function refuseOverLimit(
  jobs: JobStore,
  memberId: string,
  limits: GenerationLimits,
  now: Date,
): Promise<void> {
  if ((await jobs.countRunning(memberId)) >= limits.concurrent) {
    throw tooMany('Too many pictures are being made at once. Wait until one is done.', CONCURRENT_RETRY_S);
  }
  const minuteWaitS = await waitS(jobs, memberId, limits.perMinute, MINUTE_MS, now);
  if (minuteWaitS > 0) {
    throw tooMany(`Too many pictures in one minute. Try again in ${minuteWaitS} s.`, minuteWaitS);
  }
  const dayWaitS = await waitS(jobs, memberId, limits.perDay, DAY_MS, now);
  if (dayWaitS > 0) {
    const hours = Math.ceil(dayWaitS / 3600);
    throw tooMany(`Today's number of pictures is used up. The next is possible within ${hours} h.`, dayWaitS);
  }
}

async function waitS(jobs: JobStore, memberId: string, limit: number, windowMs: number, now: Date): Promise<number> {
  const start = await jobs.startOfNthNewest(memberId, limit);
  if (start === undefined) return 0;
  return Math.max(0, Math.ceil((Date.parse(start) + windowMs - now.getTime()) / 1000));
}

function tooMany(message: string, retryAfterS: number): ApiError {
  return new ApiError(429, 'tooManyPictures', message, { 'Retry-After': String(retryAfterS) });
}
