import type { Shortfall } from '../../api/contractStream';
import { failureWords } from '../failureWords';
import { LONG_NOTICE_MS, type Notice } from '../Notice';

/** Says that some of several pictures did not come, and why; those that came stand on the node and among its takes. */
export function shortfallNotice({ missing, ...failure }: Shortfall): Notice {
  const { key, ...blanks } = failureWords(failure, 'toast.unknownError');
  return {
    variant: 'default',
    titleKey: 'toast.picturesMissing',
    count: missing,
    descriptionKey: key,
    ...blanks,
    durationMs: LONG_NOTICE_MS,
  };
}
