import { disassemble, getChoseong } from 'es-hangul';
import type { Recipe } from '../../src/api/contractTakes';

/** Most search words of a take; beyond them a prompt is cut. */
const WORDS_MAX = 400;
/** Only words of dozens of syllables reach it: each take of a request has a copy. */
const WORDS_MAX_BYTES = 16 * 1024;
const WORD_MAX = 40;
/** Syllables of the longest Korean word that is found from each of them; longer ones are found from their beginning only. */
const SYLLABLES_MAX = 8;
/** Words of a question; more would only find less. */
const ASKED_MAX = 8;

const SYLLABLES = /^[가-힣]+$/;

/**
 * Returns the words by which a take is found: in small letters, with a blank between them. A Korean word is stored as its letters from each
 * of its syllables on, so that a part of a compound and a syllable that is still being typed find it, and as its initials.
 */
export function searchWords({ items, model }: Recipe): string {
  const text = items.flatMap((item) => {
    if (item.type === 'text_prompt') return item.content;
    if (item.type === 'category_prompt') return [item.key, ...item.value];
    return item.type === 'group' ? item.contents.flatMap(({ key, value }) => [key, ...value]) : [];
  });
  const words = new Set<string>();
  let bytes = 0;
  for (const word of wordsIn([...text, model].join(' '))) {
    const forms = formsOf(word).filter((form) => !words.has(form));
    bytes += Buffer.byteLength(forms.join(' ')) + 1;
    if (words.size >= WORDS_MAX || bytes > WORDS_MAX_BYTES) break;
    for (const form of forms) words.add(form);
  }
  return [...words].join(' ');
}

/** The beginnings of words that a question asks for, as `searchWords` writes them. */
export function askedWords(q: string): string[] {
  return [...new Set(wordsIn(q).map((word) => disassemble(word)))].slice(0, ASKED_MAX);
}

function formsOf(word: string): string[] {
  if (!SYLLABLES.test(word)) return [disassemble(word)];
  const starts = word.length > SYLLABLES_MAX ? [0] : Array.from(word, (_syllable, index) => index);
  return [...starts.map((start) => disassemble(word.slice(start))), getChoseong(word)];
}

function wordsIn(text: string): string[] {
  const whole = text.toWellFormed().normalize('NFC').toLowerCase();
  return whole
    .split(/[^\p{L}\p{N}]+/u)
    .flatMap((word) => (word === '' ? [] : Array.from(word).slice(0, WORD_MAX).join('')));
}
