import { findWords, hasHangul } from './words/findWords';
import { readWords } from './words/readWords';
import type { ReadWord } from './words/readWords';

type Group = ReadWord['group'];

/** Words under a key. */
export interface KeyedWords {
  key: string;
  value: string[];
}

/** Names of the groups, in the order in which they are shown. */
const KEYS: Readonly<Record<Group, { en: string; ko: string }>> = {
  subject: { en: 'subject', ko: '주제' },
  style: { en: 'style', ko: '스타일' },
  colour: { en: 'colour', ko: '색' },
  place: { en: 'place', ko: '장소' },
  mood: { en: 'mood', ko: '분위기' },
  time: { en: 'time', ko: '시간' },
  weather: { en: 'weather', ko: '날씨' },
  action: { en: 'action', ko: '동작' },
  detail: { en: 'detail', ko: '특징' },
};
/** A group is a card one reads at a glance: of a long text only the words it comes back to most are kept. */
const WORDS_MAX = 12;

/**
 * Groups a text's words under keys in the language that most of its words are in. Words of both languages are
 * understood. Never empty for a text that is not blank.
 */
export function groupWords(content: string): KeyedWords[] {
  const found = findWords(content);
  const korean = found.filter(({ word }) => hasHangul(word)).length;
  const language = korean > 0 && korean * 2 >= found.length ? 'ko' : 'en';
  const read = readWords(content, found);
  const groups = (Object.keys(KEYS) as Group[]).flatMap((group) => {
    const words = mostUsed(read.filter((one) => one.group === group).map(({ word }) => word));
    return words.length > 0 ? [{ key: KEYS[group][language], value: words }] : [];
  });
  if (groups.length > 0) return groups;
  const words = found.map(({ word }) => word);
  return [{ key: KEYS.subject[language], value: words.length > 0 ? mostUsed(words) : [content.trim()] }];
}

function mostUsed(words: string[]): string[] {
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  const kept = [...counts].toSorted((a, b) => b[1] - a[1]).slice(0, WORDS_MAX);
  const order = [...counts.keys()];
  return kept.map(([word]) => word).toSorted((a, b) => order.indexOf(a) - order.indexOf(b));
}
