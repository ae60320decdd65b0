import { englishKinds } from './englishKinds';
import type { EnglishKind } from './englishKinds';
import type { LexiconEntry, WordGroup } from './entries';
import { findWords, hasHangul } from './findWords';
import type { FoundWord } from './findWords';
import { koreanKind } from './koreanKind';

export interface ReadWord {
  group: WordGroup | 'action' | 'detail';
  /** The word as written, without a Korean particle; a thing with the describing words right before it: 'old fisherman'. */
  word: string;
  /** The same with its capitals. */
  written: string;
  /** Null for a word that only its form tells something about. */
  entry: LexiconEntry | null;
}

/** The tagger reads this much of a text, since its time grows with it; the word lists alone read the rest. */
const TAGGED_CHARACTERS = 4_000;

/** The words of a text that say something, in their order. */
export function readWords(text: string, found: readonly FoundWord[] = findWords(text)): ReadWord[] {
  const kinds = englishKinds(text.slice(0, TAGGED_CHARACTERS));
  const words: ReadWord[] = [];
  let details: ReadWord[] = [];
  for (const one of found) {
    const read = readWord(one, kinds);
    if (read?.group === 'detail') {
      details.push(read);
    } else if (read?.group === 'subject' || read?.group === 'place') {
      const whole = [...details, read];
      words.push({
        ...read,
        word: whole.map(({ word }) => word).join(' '),
        written: whole.map(({ written }) => written).join(' '),
      });
      details = [];
    } else {
      words.push(...details);
      details = [];
      if (read) words.push(read);
    }
  }
  return [...words, ...details];
}

/** Null for a word that says nothing by itself. */
function readWord({ word, written, entry }: FoundWord, kinds: ReadonlyMap<string, EnglishKind>): ReadWord | null {
  if (entry) return { group: entry.group, word, written, entry };
  const { kind, word: stem } = hasHangul(word)
    ? koreanKind(word)
    : { kind: kinds.get(word.toLowerCase()) ?? 'noun', word };
  switch (kind) {
    case 'noun':
      return isName(stem) ? { group: 'subject', word: stem, written: stem, entry } : null;
    case 'filler':
      return null;
    default:
      return { group: kind, word: stem, written: stem, entry };
  }
}

/** A single letter names nothing, a single syllable of Hangul may. */
const isName = (word: string): boolean => /\p{L}/u.test(word) && (hasHangul(word) || word.length > 1);
