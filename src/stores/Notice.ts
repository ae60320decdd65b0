import type { FailureKey, FailureWords } from './failureWords';

/** The words a store may ask for: keys of both languages. */
export type NoticeKey =
  | FailureKey
  | 'toast.failTitle'
  | 'toast.failContent'
  | 'toast.imageGenerationErrorTitle'
  | 'toast.imageGenerationErrorDescription'
  | 'toast.unknownError'
  | 'toast.storageFullTitle'
  | 'toast.storageFullContent'
  | 'node.fileTooLarge'
  | 'node.unreadableTitle'
  | 'node.unreadable'
  | 'node.nothingToRun'
  | 'node.notRun'
  | 'node.notBegun'
  | 'node.invalidFile'
  | 'live.generating'
  | 'live.waiting'
  | 'live.takenBack'
  | 'live.generated'
  | 'live.stopped'
  | 'live.uploaded'
  | 'live.uploadedSeveral';

/** A toast as the stores ask for it; the screens know its words and its looks. */
export interface Notice<Key extends string = NoticeKey> {
  readonly variant: 'default' | 'destructive' | 'info' | 'login';
  readonly titleKey: Key;
  readonly descriptionKey?: Key;
  /** What fills the blanks of a failure's key. */
  readonly message?: FailureWords['message'];
  readonly retryAt?: FailureWords['retryAt'];
  /** Words that are nobody's key, such as a model's name; wins over `descriptionKey`. */
  readonly description?: string;
  /** product.md section 9's time for the variant when absent. */
  readonly durationMs?: number;
}

export type Notify = (notice: Notice) => void;
/** Puts a sentence into the live region. */
export type Announce = (key: NoticeKey, blanks?: { readonly count: number }) => void;
/** An alert that has to be answered, product.md section 5. */
export type Alert = (key: NoticeKey) => void;

/** product.md section 9, errors and failures. */
export const FAILURE_NOTICE_MS = 3000;
