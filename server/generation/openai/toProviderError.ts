import { z } from 'zod';
import { EngineAnswer } from '../askEngine';
import { engineFailure } from '../engineFailure';
import { ProviderError } from '../ports';
import type { ProviderErrorCode } from '../ports';

const errorBody = z.object({
  error: z.looseObject({
    code: z.string().nullish().catch(null),
    message: z.string().nullish(),
    param: z.string().nullish(),
  }),
});
const CODES: Readonly<Record<string, ProviderErrorCode>> = {
  content_policy_violation: 'refusedSafety',
  moderation_blocked: 'refusedSafety',
  content_filter: 'refusedSafety',
  invalid_api_key: 'keyRefused',
  insufficient_quota: 'noQuota',
  billing_hard_limit_reached: 'noQuota',
  billing_not_active: 'noQuota',
  model_not_found: 'noModel',
};
/** What engines answer at an address they do not have. */
const NO_SUCH_CALL: ReadonlySet<number> = new Set([404, 405, 501]);

/** A failed call as people are told it; the engine's own text stays behind. */
export function toProviderError(thrown: unknown, hasPictures: boolean): ProviderError {
  if (thrown instanceof ProviderError) return thrown;
  if (!(thrown instanceof EngineAnswer)) {
    return engineFailure('picture', 'unreachable', { detail: 'no answer', cause: thrown });
  }
  const { status, retryAfterS } = thrown;
  const word = errorBody.safeParse(thrown.body).data?.error.code ?? '';
  const known = CODES[word];
  const code = known ?? codeOf(status, hasPictures);
  return engineFailure('picture', code, {
    retryAfterS: code === 'quota' || code === 'overloaded' ? retryAfterS : undefined,
    detail: known === undefined ? String(status) : `${status} ${word}`,
  });
}

/** The engine does not know the wish for a base64 answer, and so gives one without being asked. */
export function refusesBase64(thrown: unknown): boolean {
  if (!(thrown instanceof EngineAnswer) || thrown.status !== 400) return false;
  const { param, message } = errorBody.safeParse(thrown.body).data?.error ?? {};
  return `${param ?? ''} ${message ?? ''}`.includes('response_format');
}

function codeOf(status: number, hasPictures: boolean): ProviderErrorCode {
  if (hasPictures && NO_SUCH_CALL.has(status)) return 'takesNoPictures';
  switch (status) {
    case 400:
    case 422:
      return 'refused';
    case 401:
    case 403:
      return 'keyRefused';
    case 402:
      return 'noQuota';
    case 413:
      return 'tooLarge';
    case 429:
      return 'quota';
    case 500:
    case 503:
      return 'overloaded';
    case 504:
      return 'timeout';
    default:
      return 'unreachable';
  }
}
