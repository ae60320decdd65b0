import type { ShownText } from '../../../engine';

/** Longest query; a text that goes on after an '@' is no query any more. */
const MOST_CHARACTERS = 24;

/** A mention that is being written: where its '@' stands, and the letters up to the caret. */
export interface MentionQuery {
  readonly start: number;
  readonly words: string;
}

/** Returns the mention that is being written at the caret; null when there is none. An '@' inside a word, as in an address, begins none. */
export function mentionQuery({ text, marks }: ShownText, caret: number): MentionQuery | null {
  const before = text.slice(0, caret);
  const start = before.lastIndexOf('@');
  const words = before.slice(start + 1);
  if (start < 0 || words.length > MOST_CHARACTERS || /\s/u.test(words)) return null;
  if (/[\p{L}\p{N}]$/u.test(before.slice(0, start))) return null;
  return marks.some((mark) => mark.start <= start && start < mark.end) ? null : { start, words };
}
