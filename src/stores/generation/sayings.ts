import type { NoticeKey } from '../Notice';

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
