import { ApiError } from '../errors';
import type { ProviderErrorCode } from './ports';

/** What an engine says when it does not say how long to wait. */
const QUOTA_RETRY_S = 60;

const STATUS: Record<ProviderErrorCode, number> = {
  refused: 422,
  unreachable: 503,
  keyRefused: 503,
  quota: 429,
  timeout: 504,
  empty: 502,
  tooLarge: 413,
  aborted: 503,
};

/** An engine's expected failure as the answer to a request that has not begun to stream. */
export function answerOf(failure: {
  code: ProviderErrorCode;
  message: string;
  retryAfterS?: number | undefined;
}): ApiError {
  const headers: Record<string, string> =
    failure.code === 'quota' ? { 'retry-after': String(failure.retryAfterS ?? QUOTA_RETRY_S) } : {};
  return new ApiError(STATUS[failure.code], failure.code, failure.message, headers);
}
