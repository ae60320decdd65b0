import type { LexiconEntry } from './entries';
import { areParticles, withoutParticles } from './koreanParticles';
import { lexicon } from './lexicon';

/** A word or phrase of a text, and what the lexicon knows of it. */
export interface FoundWord {
  /** The word, in lower case where the lexicon knows it, and without a Korean particle. */
  word: string;
  /** The same with its capitals. */
  written: string;
  entry: LexiconEntry | null;
}

const PHRASE_MAX_WORDS = 3;
/** The segmenter's time grows with the square of a text's length, so a long one goes to it in pieces. */
const PIECE = /[^]{1,1000}(?:\s|$)|\S+/g;
const words = new Intl.Segmenter('ko', { granularity: 'word' });
const english = indexOf((entry) => entry.en);
const korean = indexOf((entry) => entry.ko);
const koreanStems = [...korean.keys()].filter((stem) => stem.length > 1).toSorted((a, b) => b.length - a.length);

/** The words that a phrase may begin with: only there is it worth looking for one. */
const phraseStarts = new Set(
  [...english.keys(), ...korean.keys()].filter((word) => word.includes(' ')).map((word) => word.split(' ')[0]),
);

export function hasHangul(text: string): boolean {
  return /[\uac00-\ud7a3]/.test(text);
}

/** The words of a text in their order; known phrases of two or three words count as one. */
export function findWords(text: string): FoundWord[] {
  const tokens = tokensOf(text);
  const found: FoundWord[] = [];
  const known = new Map<string, FoundWord | null>();
  for (let at = 0; at < tokens.length;) {
    const { length, ...word } = longestAt(tokens, at, known);
    found.push(word);
    at += length;
  }
  return found;
}

/** Words as people see them: '35mm' and 'low-poly' are one, a hyphen joins. */
function tokensOf(text: string): string[] {
  const plain = text.normalize('NFC').replace(/(?<=\p{L})-(?=\p{L})/gu, ' ');
  const pieces = plain.match(PIECE) ?? [];
  return pieces.flatMap((piece) =>
    [...words.segment(piece)].filter((part) => part.isWordLike).map((part) => part.segment),
  );
}

function longestAt(tokens: string[], at: number, known: Map<string, FoundWord | null>): FoundWord & { length: number } {
  const most = phraseStarts.has((tokens[at] ?? '').toLowerCase()) ? PHRASE_MAX_WORDS : 1;
  for (let length = Math.min(most, tokens.length - at); length > 0; length -= 1) {
    const phrase = tokens.slice(at, at + length).join(' ');
    const found = known.has(phrase) ? (known.get(phrase) ?? null) : lookUp(phrase);
    known.set(phrase, found);
    if (found) return { ...found, length };
  }
  const word = tokens[at] ?? '';
  return { word, written: word, entry: null, length: 1 };
}

function lookUp(phrase: string): FoundWord | null {
  return hasHangul(phrase) ? lookUpKorean(phrase) : lookUpEnglish(phrase);
}

function lookUpEnglish(phrase: string): FoundWord | null {
  const lower = phrase.toLowerCase();
  for (const form of singulars(lower)) {
    const entry = english.get(form);
    if (entry) return { word: lower, written: phrase, entry };
  }
  return null;
}

function singulars(word: string): string[] {
  const forms = [word];
  if (word.endsWith('ies')) forms.push(`${word.slice(0, -3)}y`);
  if (word.endsWith('ves')) forms.push(`${word.slice(0, -3)}f`);
  if (word.endsWith('es')) forms.push(word.slice(0, -2));
  if (word.endsWith('s') && !word.endsWith('ss')) forms.push(word.slice(0, -1));
  return forms;
}

function lookUpKorean(phrase: string): FoundWord | null {
  const forms = withoutParticles(phrase);
  for (const form of forms) {
    const entry = korean.get(form);
    if (entry) return { word: form, written: form, entry };
  }
  if (phrase.includes(' ')) return null;
  const stem = koreanStems.find((stem) => phrase.startsWith(stem));
  const entry = stem === undefined ? undefined : korean.get(stem);
  if (stem === undefined || entry === undefined) return null;
  if (areParticles(phrase.slice(stem.length))) return { word: stem, written: stem, entry };
  // '나무늘보' begins with '나무' and is none: it has the mood of a forest and is not painted as one.
  const word = shortestWith(forms, stem);
  return { word, written: word, entry: { ...entry, isPainted: false } };
}

/** '벚꽃길을' is found by '벚꽃' and is the word '벚꽃길'. */
function shortestWith(forms: string[], stem: string): string {
  return forms.findLast((form) => form.startsWith(stem)) ?? stem;
}

function indexOf(wordsOf: (entry: LexiconEntry) => string[]): Map<string, LexiconEntry> {
  const index = new Map<string, LexiconEntry>();
  for (const entry of lexicon) for (const word of wordsOf(entry)) if (!index.has(word)) index.set(word, entry);
  return index;
}
