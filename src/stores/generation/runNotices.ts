import type { Shortfall } from '../../api/contractStream';
import { failureWords } from '../failureWords';
import { FAILURE_NOTICE_MS, LONG_NOTICE_MS, type Notice, type NoticeKey } from '../Notice';
import type { Outcome } from './GenerationState';

interface RunNoticeKeys {
  readonly begun: 'live.generating' | 'writing.begun';
  readonly done: 'live.generated' | 'writing.done';
  readonly failedTitle: NoticeKey;
  /** Shown when no reason is known. */
  readonly failed: NoticeKey;
}

const OF_PICTURES: RunNoticeKeys = {
  begun: 'live.generating',
  done: 'live.generated',
  failedTitle: 'toast.imageGenerationErrorTitle',
  failed: 'toast.imageGenerationErrorDescription',
};
const OF_WORDS: RunNoticeKeys = {
  begun: 'writing.begun',
  done: 'writing.done',
  failedTitle: 'writing.errorTitle',
  failed: 'writing.error',
};

/** Words about a run that makes a picture or, with `writes`, a text. */
export const sayings = (writes: boolean): RunNoticeKeys => (writes ? OF_WORDS : OF_PICTURES);

/** Says that the run of a deleted node goes on. */
export const RUN_GOES_ON: Notice = {
  variant: 'info',
  titleKey: 'toast.runGoesOnTitle',
  descriptionKey: 'toast.runGoesOnContent',
  durationMs: LONG_NOTICE_MS,
};

/** Says that some of several pictures did not come, and why; those that came are on the node and among its takes. */
function shortfallNotice({ missing, ...failure }: Shortfall): Notice {
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

/** The notice of a run that has ended; null where nothing is said of it. */
export function noticeOfEnd(outcome: Outcome, writes: boolean): Notice | null {
  const { failedTitle: titleKey, failed: descriptionKey } = sayings(writes);
  switch (outcome.kind) {
    case 'done':
      return outcome.shortfall ? shortfallNotice(outcome.shortfall) : null;
    case 'refused': {
      const { key, ...blanks } = failureWords(outcome.failure, 'toast.unknownError');
      return { variant: 'default', titleKey, descriptionKey: key, ...blanks, durationMs: FAILURE_NOTICE_MS };
    }
    case 'unknown':
    case 'failed':
      return { variant: 'destructive', titleKey, descriptionKey, durationMs: FAILURE_NOTICE_MS };
    default:
      return null;
  }
}
