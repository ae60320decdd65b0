import type { NoticeKey } from '../Notice';

interface Sayings {
  readonly begun: 'live.generating' | 'writing.begun';
  readonly done: 'live.generated' | 'writing.done';
  readonly failedTitle: NoticeKey;
  /** Where nobody has said why. */
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

/** What is said of a run that makes a picture, or writes. */
export const sayings = (writes: boolean): Sayings => (writes ? OF_WORDS : OF_PICTURES);
