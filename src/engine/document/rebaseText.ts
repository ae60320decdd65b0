import { changedStretch } from './changedStretch';

/**
 * Brings what was written, which made `after` from `before`, into the text that others have made of `before`. Their words stay: where both
 * changed one stretch, what was written comes after theirs; where both only put something in at one place, before it.
 *
 * @param caret Its place in `after`.
 * @returns The whole text, with the place of the caret in it.
 */
export function rebaseText(
  before: string,
  after: string,
  now: string,
  caret = after.length,
): { readonly text: string; readonly caret: number } {
  if (now === before || now === after) return { text: after, caret };
  const mine = changedStretch(before, after, caret);
  const theirs = changedStretch(before, now, now.length);
  const shift = now.length - before.length;
  const isFirst = mine.end <= theirs.start;
  const from = isFirst ? mine.start : Math.max(mine.start, theirs.end) + shift;
  const to = isFirst ? mine.end : Math.max(mine.end, theirs.end) + shift;
  return { text: now.slice(0, from) + mine.put + now.slice(to), caret: from + caret - mine.start };
}
