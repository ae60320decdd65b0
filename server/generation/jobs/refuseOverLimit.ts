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

/**
 * Throws 429 when the member may not start another job now. Retry-After is when none of the limits but that of running
 * jobs stands in the way any more. Counted from the job table.
 */
export async function refuseOverLimit(
  jobs: JobStore,
  memberId: string,
  limits: GenerationLimits,
  now: Date,
): Promise<void> {
  const dayS = await waitS(jobs, memberId, limits.perDay, DAY_MS, now);
  const minuteS = await waitS(jobs, memberId, limits.perMinute, MINUTE_MS, now);
  const isFull = (await jobs.countRunning(memberId, now.toISOString())) >= limits.concurrent;
  const runningS = isFull ? CONCURRENT_RETRY_S : 0;
  const longestS = Math.max(dayS, minuteS, runningS);
  if (longestS === 0) return;
  if (longestS === dayS) {
    const hours = Math.ceil(dayS / 3600);
    throw tooMany(
      'limitDay',
      `Today's number of pictures is used up. The next is possible within ${hours} h.`,
      dayS,
      now,
    );
  }
  if (longestS === minuteS) {
    throw tooMany('limitMinute', `Too many pictures in one minute. Try again in ${minuteS} s.`, minuteS, now);
  }
  throw tooMany('limitConcurrent', 'Too many pictures are being made at once. Wait until one is done.', runningS, now);
}

async function waitS(jobs: JobStore, memberId: string, limit: number, windowMs: number, now: Date): Promise<number> {
  const start = await jobs.startOfNthNewest(memberId, limit);
  if (start === undefined) return 0;
  return Math.max(0, Math.ceil((Date.parse(start) + windowMs - now.getTime()) / 1000));
}

function tooMany(code: string, message: string, retryAfterS: number, now: Date): ApiError {
  const retryAt = new Date(now.getTime() + retryAfterS * 1000).toISOString();
  return new ApiError(429, code, message, { 'Retry-After': String(retryAfterS) }, { retryAt });
}
