import type { ParseKeys, TFunction } from 'i18next';
import { clockTime } from '../i18n/relativeTime';
import type { FailureWords } from '../stores/failureWords';

interface Sentence extends Omit<FailureWords, 'key'> {
  readonly key: ParseKeys;
}

/** A failure in the person's language and local time. */
export function failureSentence({ key, message, retryAt }: Sentence, t: TFunction): string {
  return t(key, { message, ...(retryAt !== undefined && { time: clockTime(retryAt, new Date(), t) }) });
}
