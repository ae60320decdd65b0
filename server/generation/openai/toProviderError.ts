import { z } from 'zod';
import { EngineAnswer } from '../askEngine';
import { codeOfStatus } from '../codeOfStatus';
import { engineFailure } from '../engineFailure';
import type { EngineKind } from '../engineFailure';
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
/** Statuses of engines at an address they do not have. */
const NO_SUCH_CALL: ReadonlySet<number> = new Set([404, 405, 501]);

/** A failed call as people are told it; the engine's own text stays behind. */
export function toProviderError(thrown: unknown, engine: EngineKind, hasPictures: boolean): ProviderError {
  if (thrown instanceof ProviderError) return thrown;
  if (!(thrown instanceof EngineAnswer)) {
    return engineFailure(engine, 'unreachable', { detail: 'no answer', cause: thrown });
  }
  const { status, retryAfterS } = thrown;
  const word = errorBody.safeParse(thrown.body).data?.error.code ?? '';
  const known = CODES[word];
  const code = known ?? (hasPictures && NO_SUCH_CALL.has(status) ? 'takesNoPictures' : codeOfStatus(status));
  return engineFailure(engine, code, {
    retryAfterS,
    detail: known === undefined ? String(status) : `${status} ${word}`,
  });
}

/** The engine does not know the wish for a base64 answer, and so gives one without being asked. */
export function refusesBase64(thrown: unknown): boolean {
  if (!(thrown instanceof EngineAnswer) || thrown.status !== 400) return false;
  const { param, message } = errorBody.safeParse(thrown.body).data?.error ?? {};
  return `${param ?? ''} ${message ?? ''}`.includes('response_format');
}
