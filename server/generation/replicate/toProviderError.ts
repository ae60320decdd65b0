import { z } from 'zod';
import { EngineAnswer } from '../askEngine';
import { codeOfStatus } from '../codeOfStatus';
import { engineFailure } from '../engineFailure';
import { ProviderError } from '../ports';
import type { ProviderErrorCode } from '../ports';

const refusal = z.object({ title: z.string() });

/** A failed call as people are told it; Replicate's own text stays behind. */
export function toProviderError(thrown: unknown): ProviderError {
  if (thrown instanceof ProviderError) return thrown;
  if (thrown instanceof z.ZodError) {
    return engineFailure('picture', 'unreadable', { detail: 'not as Replicate answers' });
  }
  if (!(thrown instanceof EngineAnswer)) {
    return engineFailure('picture', 'unreachable', { detail: 'no answer', cause: thrown });
  }
  const { status, retryAfterS } = thrown;
  const isVersion = status === 422 && /version/i.test(refusal.safeParse(thrown.body).data?.title ?? '');
  return engineFailure('picture', isVersion ? 'noModel' : codeOfStatus(status), {
    retryAfterS,
    detail: String(status),
  });
}

/** Signs in the error of a prediction, and the codes they stand for. */
const SIGNS: readonly (readonly [RegExp, ProviderErrorCode])[] = [
  [/\bnsfw\b/i, 'refusedPicture'],
  [/\bE005\b|sensitive|safety|moderation/i, 'refusedSafety'],
  [/\bE1001\b|out of memory/i, 'tooLarge'],
  [/\bE6716\b|timed? ?out/i, 'timeout'],
];

/** Why a prediction has failed; its own text stays behind. */
export function failedPrediction(error: string): ProviderError {
  const [, code = 'empty'] = SIGNS.find(([sign]) => sign.test(error)) ?? [];
  return engineFailure('picture', code, { detail: /\bE\d{3,4}\b/.exec(error)?.[0] ?? 'failed' });
}
