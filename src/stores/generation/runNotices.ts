import type { Shortfall } from '../../api/contractStream';
import { failureWords } from '../failureWords';
import { type NoticeKey, LONG_NOTICE_MS, type Notice } from '../Notice';

interface Sayings {
  readonly begun: 'live.generating' | 'writing.begun';
  readonly done: 'live.generated' | 'writing.done';
  readonly failedTitle: NoticeKey;
  /** Shown when no reason is known. */
  readonly failed: NoticeKey;
}

const OF_PICTURES: Sayings = {
  begun: 'live.generating',
  done: 'live.generated',
  failedTitle: 'toast.imageGenerationErrorTitle',
  failed: 'toast.imageGenerationErrorDescription',
};
const OF_WORDS: Sayings = {
  begun: 'writing.begun',
  done: 'writing.done',
  failedTitle: 'writing.errorTitle',
  failed: 'writing.error',
};

/** Words about a run that makes a picture or, with `writes`, a text. */
export const sayings = (writes: boolean): Sayings => (writes ? OF_WORDS : OF_PICTURES);

/** Says that some of several pictures did not come, and why; those that came are on the node and among its takes. */
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
