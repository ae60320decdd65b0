import { ApiError } from '../errors';
import type { EngineErrorCode } from './ports';

/** Wait that is reported when the engine does not say how long; seconds. */
const RETRY_S = 60;

const REFUSED = 422;
const STATUS: Record<EngineErrorCode, number> = {
  refused: REFUSED,
  refusedSafety: REFUSED,
  refusedProhibited: REFUSED,
  refusedPersonal: REFUSED,
  refusedWord: REFUSED,
  refusedPicture: REFUSED,
  refusedWork: REFUSED,
  takesNoPictures: REFUSED,
  notOffered: 400,
  quota: 429,
  quotaDay: 429,
  overloaded: 503,
  unreachable: 503,
  timeout: 504,
  keyRefused: 503,
  noQuota: 503,
  noModel: 503,
  addressAnswer: 502,
  empty: 502,
  noPicture: 502,
  unreadable: 502,
  unusablePicture: 502,
  tooLarge: 413,
  aborted: 503,
};

interface EngineFailure {
  code: EngineErrorCode;
  message: string;
  retryAfterS?: number | undefined;
  jobId?: string;
}

/**
 * An engine's expected failure as the answer to a request that has not begun to stream. Its body has `retryAt` (ISO 8601) if the engine
 * said when, and the job's id if there is one; 429 always carries Retry-After.
 */
export function engineErrorAnswer({ code, message, retryAfterS, jobId }: EngineFailure, now: Date): ApiError {
  const isLimit = STATUS[code] === 429;
  const headers: Record<string, string> =
    isLimit || retryAfterS !== undefined ? { 'retry-after': String(retryAfterS ?? RETRY_S) } : {};
  const more = {
    ...(retryAfterS !== undefined && { retryAt: new Date(now.getTime() + retryAfterS * 1000).toISOString() }),
    ...(jobId !== undefined && { jobId }),
  };
  return new ApiError(STATUS[code], code, message, headers, more);
}

const EARLY: ReadonlySet<string> = new Set<EngineErrorCode>([
  'unreachable',
  'overloaded',
  'keyRefused',
  'noQuota',
  'noModel',
  'quota',
  'quotaDay',
]);

/** Failures that do not depend on the request: they are answered by a status as long as no stream has begun. */
export function isEarlyFailure(code: string): code is EngineErrorCode {
  return EARLY.has(code);
}
