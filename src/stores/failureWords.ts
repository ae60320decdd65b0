import type { NoticeKey } from './Notice';

/** The server's stable words for a failure that the app has a sentence for. */
const CODES = [
  'refused',
  'unreachable',
  'keyRefused',
  'quota',
  'timeout',
  'empty',
  'tooLarge',
  'restarted',
  'internal',
  'tooManyPictures',
  'notAPicture',
  'pictureUnreadable',
  'pictureMissing',
  'foreignPicture',
  'signInRequired',
] as const;

export type FailureKey = `failure.${(typeof CODES)[number] | 'told'}`;

/** A key and the server's own sentence for its blank: English passes that on, Korean says it in its own words. */
export interface FailureWords {
  readonly key: NoticeKey;
  readonly message?: string;
}

/** What to tell a person about a failure; `fallback` when the server said nothing. */
export function failureWords(
  failure: { readonly code?: string | undefined; readonly message?: string | undefined },
  fallback: NoticeKey,
): FailureWords {
  const { message } = failure;
  if (!message) return { key: fallback };
  const code = CODES.find((known) => known === failure.code) ?? 'told';
  return { key: `failure.${code}`, message };
}
