import * as z from 'zod/mini';
import { isQuota } from '../api/ApiFailure';
import { ENGINE_FAILURES } from '../api/contract';
import type { NoticeKey } from './Notice';

/** The server's stable codes that the app has a sentence for. */
const CODES = [
  ...ENGINE_FAILURES,
  'modelGone',
  'noTextModel',
  'takesFewerPictures',
  'restarted',
  'internal',
  'diskFull',
  'storageFull',
  'limitMinute',
  'limitConcurrent',
  'limitDay',
  'limitDayAll',
  'budget',
  'limitRuns',
  'tooManyStreams',
  'tooManyItems',
  'tooManyPictures',
  'tooManyWords',
  'keyTooLong',
  'leftEarly',
  'storeUnavailable',
  'picturesBusy',
  'notAPicture',
  'pictureTooLarge',
  'pictureUnreadable',
  'pictureMissing',
  'foreignPicture',
  'projectNotFound',
  'signInRequired',
] as const;

/** The codes that have a sentence with a time in it. */
const TIMED_CODES = ['quota', 'quotaDay', 'overloaded', 'limitMinute', 'limitDay', 'limitDayAll', 'budget'] as const;

export type FailureKey = `failure.${(typeof CODES)[number] | `${(typeof TIMED_CODES)[number]}At` | 'told'}`;

/** Keys for failed runs that the app itself reports; the server sends no code for them. */
const OWN_KEYS = [
  'node.nothingToRun',
  'node.notRun',
  'node.notBegun',
  'node.noAnswer',
  'toast.imageGenerationErrorDescription',
  'writing.error',
  'toast.unknownError',
] as const satisfies readonly NoticeKey[];

/** A key and what fills its blanks. */
export interface FailureWords {
  readonly key: NoticeKey;
  /** The server's own sentence: English passes it on, Korean says it in its own words. */
  readonly message?: string;
  /** ISO 8601: when to try again. */
  readonly retryAt?: string;
}

/** The facts known about a failure, from an error body, an event or a job. */
export interface ToldFailure {
  readonly code?: string | null | undefined;
  readonly message?: string | null | undefined;
  readonly retryAt?: string | null | undefined;
}

/** The words for a failure; `fallback` when the server said nothing. */
export function failureWords(failure: ToldFailure, fallback: NoticeKey): FailureWords {
  const { message, retryAt } = failure;
  // `quota` is also the code of an engine's own limit.
  const code = isQuota(failure) ? 'storageFull' : failure.code;
  if (!message) return { key: fallback };
  const timed = retryAt ? TIMED_CODES.find((known) => known === code) : undefined;
  if (timed && retryAt) return { key: `failure.${timed}At`, message, retryAt };
  return { key: `failure.${CODES.find((known) => known === code) ?? 'told'}`, message };
}

const KEYS: readonly NoticeKey[] = [
  ...OWN_KEYS,
  'failure.told',
  ...CODES.map((code) => `failure.${code}` as const),
  ...TIMED_CODES.map((code) => `failure.${code}At` as const),
];
const keptWords = z.catch(
  z.object({
    key: z.string(),
    message: z.optional(z.string()),
    retryAt: z.optional(z.string()),
  }),
  { key: '' },
);

/** Words that were kept on this device, whichever version of the app has kept them. */
export function readFailureWords(kept: unknown): FailureWords {
  const { key: name, message, retryAt } = keptWords.parse(kept);
  const key = KEYS.find((known) => known === name);
  if (!key) return message === undefined ? { key: 'toast.unknownError' } : { key: 'failure.told', message };
  return { key, ...(message !== undefined && { message }), ...(retryAt !== undefined && { retryAt }) };
}
