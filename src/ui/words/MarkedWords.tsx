import { Fragment } from 'react';
import { differingWords, wordsIn } from './differingWords';

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
