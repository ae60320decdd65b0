import { Fragment } from 'react';

/** Longer texts would take long to compare; one that differs is marked as a whole. */
const WORDS_MAX = 3000;

/** Words and the spaces between them; joined, they are the text again. */
export const wordsIn = (text: string): readonly string[] => text.match(/\s+|[^\s]+/gu) ?? [];

const isWord = (piece: string): boolean => piece.trim() !== '';

/** Indexes of the own words that the other text lacks, in the order that both have most in common. */
export function differingWords(own: readonly string[], other: readonly string[]): ReadonlySet<number> {
  const mine = own.flatMap((piece, index) => (isWord(piece) ? [{ piece, index }] : []));
  const theirs = other.filter(isWord);
  let start = 0;
  while (start < mine.length && mine[start]?.piece === theirs[start]) start++;
  let [end, otherEnd] = [mine.length, theirs.length];
  while (end > start && otherEnd > start && mine[end - 1]?.piece === theirs[otherEnd - 1]) {
    end--;
    otherEnd--;
  }
  const [left, right] = [mine.slice(start, end), theirs.slice(start, otherEnd)];
  if (left.length > WORDS_MAX || right.length > WORDS_MAX) return new Set(left.map(({ index }) => index));
  return new Set(unmatched(left, right));
}

/** Items of `left` outside of the longest common subsequence. */
function unmatched(left: readonly { piece: string; index: number }[], right: readonly string[]): number[] {
  const width = right.length + 1;
  const common = new Uint16Array((left.length + 1) * width);
  const at = (row: number, column: number): number => common[row * width + column] ?? 0;
  for (let row = left.length - 1; row >= 0; row--) {
    for (let column = right.length - 1; column >= 0; column--) {
      const isSame = left[row]?.piece === right[column];
      common[row * width + column] = isSame
        ? at(row + 1, column + 1) + 1
        : Math.max(at(row + 1, column), at(row, column + 1));
    }
  }
  const alone: number[] = [];
  let column = 0;
  for (const [row, { piece, index }] of left.entries()) {
    while (column < right.length && piece !== right[column] && at(row, column + 1) >= at(row + 1, column)) column++;
    if (column < right.length && piece === right[column]) column++;
    else alone.push(index);
  }
  return alone;
}

interface MarkedWordsProps {
  readonly text: string;
  /** The texts it is compared with. */
  readonly others: readonly string[];
}

/** A text in which each word is marked that another text lacks or has elsewhere. */
export function MarkedWords({ text, others }: MarkedWordsProps) {
  const pieces = wordsIn(text);
  const marked = new Set(others.flatMap((other) => [...differingWords(pieces, wordsIn(other))]));
  return pieces.map((piece, index) => (
    // oxlint-disable-next-line react/no-array-index-key -- a text's pieces have no other name
    <Fragment key={index}>{marked.has(index) ? <mark>{piece}</mark> : piece}</Fragment>
  ));
}
