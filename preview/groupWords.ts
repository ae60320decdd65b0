import type { Analysis } from '../src/api/contract';
import { englishKinds } from './words/englishKinds';
import type { EnglishKind } from './words/englishKinds';
import { findWords, hasHangul } from './words/findWords';
import type { FoundWord } from './words/findWords';
import { koreanKind } from './words/koreanKind';
import type { WordGroup } from './words/lexicon';

type Group = WordGroup | 'action' | 'detail';

/** In the order in which the groups are shown. */
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

/** Of a longer text the words beyond are known by the word lists alone: the tagger takes longer the more it reads. */
const TAGGED_CHARACTERS = 4_000;

interface GroupedWord {
  group: Group;
  word: string;
}

/**
 * Groups a text's words under keys in the language that most of its words are in. Words of both languages are
 * understood. Never empty for a text that is not blank.
 */
export function groupWords(content: string): Analysis {
  const found = findWords(content);
  const korean = found.filter(({ word }) => hasHangul(word)).length;
  const language = korean > 0 && korean * 2 >= found.length ? 'ko' : 'en';
  const kinds = englishKinds(content.slice(0, TAGGED_CHARACTERS));
  const grouped = joinDetails(found, kinds);
  const groups = (Object.keys(KEYS) as Group[]).flatMap((group) => {
    const words = mostUsed(grouped.filter((one) => one.group === group).map(({ word }) => word));
    return words.length > 0 ? [{ key: KEYS[group][language], value: words }] : [];
  });
  if (groups.length > 0) return groups;
  const words = found.map(({ word }) => word);
  return [{ key: KEYS.subject[language], value: words.length > 0 ? mostUsed(words) : [content.trim()] }];
}

/** 'old fisherman' stays one: a describing word right before a thing belongs to it. */
function joinDetails(found: FoundWord[], kinds: Map<string, EnglishKind>): GroupedWord[] {
  const grouped: GroupedWord[] = [];
  let details: string[] = [];
  const flush = (): void => {
    grouped.push(...details.map((word): GroupedWord => ({ group: 'detail', word })));
    details = [];
  };
  for (const one of found) {
    const placed = place(one, kinds);
    if (placed?.group === 'detail') {
      details.push(placed.word);
    } else if (placed?.group === 'subject' || placed?.group === 'place') {
      grouped.push({ group: placed.group, word: [...details, placed.word].join(' ') });
      details = [];
    } else {
      flush();
      if (placed) grouped.push(placed);
    }
  }
  flush();
  return grouped;
}

function place({ word, entry }: FoundWord, kinds: Map<string, EnglishKind>): GroupedWord | null {
  if (entry) return { group: entry.group, word };
  const { kind, word: stem } = hasHangul(word)
    ? koreanKind(word)
    : { kind: kinds.get(word.toLowerCase()) ?? 'noun', word };
  switch (kind) {
    case 'noun':
      return /\p{L}/u.test(stem) && (hasHangul(stem) || stem.length > 1) ? { group: 'subject', word: stem } : null;
    case 'filler':
      return null;
    default:
      return { group: kind, word: stem };
  }
}

function mostUsed(words: string[]): string[] {
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  const kept = [...counts].toSorted((a, b) => b[1] - a[1]).slice(0, WORDS_MAX);
  const order = [...counts.keys()];
  return kept.map(([word]) => word).toSorted((a, b) => order.indexOf(a) - order.indexOf(b));
}
