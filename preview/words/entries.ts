export type WordGroup = 'subject' | 'style' | 'colour' | 'place' | 'mood' | 'time' | 'weather';

export interface LexiconEntry {
  group: WordGroup;
  /** The name that the painter knows it by. */
  tag: string;
  /** Whether the painter paints this very thing. A place or subject without it is set as a caption. */
  isPainted: boolean;
  /** Singular nouns, plain adjectives, or phrases of two or three words. */
  en: string[];
  /**
   * Words without particles. One of two syllables or more also fits a longer word that begins with it. A single syllable fits
   * only by itself, since it begins too many others.
   */
  ko: string[];
}

/** Words by their tag, in English and Korean, separated by commas. */
export type Words = Record<string, [en: string, ko: string]>;

const listed = (text: string): string[] => text.split(',').map((word) => word.trim());

export function entries(group: WordGroup, words: Words, isPainted = true): LexiconEntry[] {
  return Object.entries(words).map(([tag, [en, ko]]) => ({ group, tag, isPainted, en: listed(en), ko: listed(ko) }));
}
