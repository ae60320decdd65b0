import { codeOfStatus } from '../codeOfStatus';
import { engineFailure } from '../engineFailure';
import type { EngineKind } from '../engineFailure';
import { ProviderError } from '../ports';
import type { ProviderErrorCode } from '../ports';
import { readFailure } from './readFailure';
import type { Failure } from './readFailure';
import { untilPacificMidnight } from './untilPacificMidnight';

/** A failed call as people are told it. */
export function toProviderError(thrown: unknown, engine: EngineKind): ProviderError {
  if (thrown instanceof ProviderError) return thrown;
  const failure = readFailure(thrown);
  const code = codeOf(failure);
  const { status, word, retryAfterS } = failure;
  return engineFailure(engine, code, {
    // The delay that comes with a quota of a day is that of a minute's: asking again after that is in vain.
    retryAfterS: code === 'quotaDay' ? untilPacificMidnight(new Date()) : retryAfterS,
    detail: status === 0 ? 'no answer' : `${status} ${word}`.trim(),
  });
}

/** The code of Google's failure, which its details may make more exact than its status. */
function codeOf({ status, isKeyInvalid, hasNoQuota, isOfDay }: Failure): ProviderErrorCode {
  if (isKeyInvalid) return 'keyRefused';
  if (hasNoQuota) return 'noQuota';
  const code = codeOfStatus(status);
  return code === 'quota' && isOfDay ? 'quotaDay' : code;
}
