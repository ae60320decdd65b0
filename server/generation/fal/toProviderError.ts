import { z } from 'zod';
import { EngineAnswer } from '../askEngine';
import { codeOfStatus } from '../codeOfStatus';
import { engineFailure } from '../engineFailure';
import { ProviderError } from '../ports';
import type { ProviderErrorCode } from '../ports';

const refusal = z.object({ detail: z.union([z.string(), z.array(z.looseObject({ type: z.string() })).min(1)]) });
const CODES: Readonly<Record<string, ProviderErrorCode>> = {
  content_policy_violation: 'refusedSafety',
  file_too_large: 'tooLarge',
  image_too_large: 'tooLarge',
  generation_timeout: 'timeout',
  no_media_generated: 'empty',
};
/** The only sign, besides a refused key, that an account has nothing left. */
const LOCKED = /\b(locked|balance)\b/i;

/** A failed call as people are told it; fal's own text stays behind. */
export function toProviderError(thrown: unknown): ProviderError {
  if (thrown instanceof ProviderError) return thrown;
  if (thrown instanceof z.ZodError) return engineFailure('picture', 'unreadable', { detail: 'not as fal answers' });
  if (!(thrown instanceof EngineAnswer)) {
    return engineFailure('picture', 'unreachable', { detail: 'no answer', cause: thrown });
  }
  const { status, retryAfterS } = thrown;
  const detail = refusal.safeParse(thrown.body).data?.detail;
  if (typeof detail === 'string') {
    const code = status === 403 && LOCKED.test(detail) ? 'noQuota' : codeOfStatus(status);
    return engineFailure('picture', code, { retryAfterS, detail: String(status) });
  }
  const word = detail?.find(({ type }) => type in CODES)?.type;
  const code = word === undefined ? undefined : CODES[word];
  return engineFailure('picture', code ?? codeOfStatus(status), {
    retryAfterS,
    detail: [status, word].join(' ').trim(),
  });
}
