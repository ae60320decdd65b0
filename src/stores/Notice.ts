import type { FailureKey, FailureWords } from './failureWords';
import type { RunReasonKey } from './runs/runReason';

/** The words a store may ask for: keys of both languages. */
export type NoticeKey =
  | FailureKey
  | 'toast.failTitle'
  | 'toast.failContent'
  | 'toast.failChanged'
  | 'toast.imageGenerationErrorTitle'
  | 'toast.imageGenerationErrorDescription'
  | 'writing.errorTitle'
  | 'writing.error'
  | 'toast.unknownError'
  | 'toast.picturesMissing'
  | 'toast.runGoesOnTitle'
  | 'toast.runGoesOnContent'
  | 'toast.storageFullTitle'
  | 'toast.storageFullContent'
  | 'node.fileTooLarge'
  | 'node.unreadableTitle'
  | 'node.unreadable'
  | 'node.leftOutTitle'
  | 'node.leftOut'
  | 'node.locationKept'
  | 'node.locationKeptHere'
  | 'node.nothingToRun'
  | 'node.notRun'
  | 'node.notBegun'
  | 'node.noAnswer'
  | 'node.invalidFile'
  | 'clipboard.unreadable'
  | 'clipboard.nothing'
  | 'arrange.tidied'
  | 'arrange.tidyAlready'
  | 'arrange.tidyStopped'
  | 'clipboard.foreignPictures'
  | RunReasonKey
  | 'writing.failed'
  | 'runs.nothing'
  | 'runs.tooMany'
  | 'runs.notSaved'
  | 'runs.changedSince'
  | 'runs.changing'
  | 'runs.unreachable'
  | 'runs.notStarted'
  | 'runs.notStopped'
  | 'runs.someFailed'
  | 'runs.someFailedHow'
  | 'runs.saidStarted'
  | 'runs.saidStopped'
  | 'runs.saidDone'
  | 'takes.notRated'
  | 'takes.notDeleted'
  | 'takes.notRestored'
  | 'takes.saidChosen'
  | 'takes.saidSettings'
  | 'takes.saidDeleted'
  | 'takes.saidRestored'
  | 'live.copied'
  | 'live.duplicatedNodes'
  | 'live.pasted'
  | 'live.generating'
  | 'live.waiting'
  | 'live.takenBack'
  | 'live.generated'
  | 'writing.begun'
  | 'writing.done'
  | 'live.stopped'
  | 'live.uploaded'
  | 'live.uploadedSeveral';

/** A toast as the stores ask for it; the screens know its words and its looks. */
export interface Notice<Key extends string = NoticeKey> {
  readonly variant: 'default' | 'destructive' | 'info' | 'login';
  readonly titleKey: Key;
  /** Fills a blank of the title. */
  readonly count?: number;
  readonly descriptionKey?: Key;
  /** These fill the blanks of a failure's key. */
  readonly message?: FailureWords['message'];
  readonly retryAt?: FailureWords['retryAt'];
  /** Words without a key, such as a model's name; wins over `descriptionKey`. */
  readonly description?: string;
  /** The variant's time when absent (TOAST-3). */
  readonly durationMs?: number;
}

export type Notify = (notice: Notice) => void;
/** Puts a sentence into the live region. */
export type Announce = (key: NoticeKey, blanks?: { readonly count: number }) => void;
/** An alert that the person has to answer (ERR-8). */
export type Alert = (key: NoticeKey) => void;

/** Time that errors and failures stay (TOAST-3). */
export const FAILURE_NOTICE_MS = 3000;
/** This notice has two sentences, which take longer to read. */
export const LONG_NOTICE_MS = 8000;
