import nlp from 'compromise/two';
import stopwords from 'stopwords-iso';

export type EnglishKind = 'noun' | 'place' | 'action' | 'detail' | 'filler';

interface Term {
  normal?: string;
  text: string;
  tags?: string[];
}

/** Words of a wish, not of the picture. */
const WISHING = [
  'image',
  'picture',
  'photo of',
  'generate',
  'create',
  'draw',
  'paint',
  'style',
  'scene',
  'please',
  'background',
  'look',
  'make',
  'write',
  'overhead',
];
/** Adjectives that describe nothing one could see. */
const VAGUE = new Set(
  'such own other same several many more most few much last first next only able over overhead'.split(' '),
);
/** The tagger takes some of these for nouns: 'robot drinking coffee'. */
const GERUND = /^\w{3,}ing$/;
const fillers = new Set([...(stopwords['en'] ?? []), ...WISHING]);

/** Returns the part of speech of each English word of a text, by its lower-case form; the first use counts. */
export function englishKinds(text: string): Map<string, EnglishKind> {
  const kinds = new Map<string, EnglishKind>();
  const english = text.replace(/[^\P{L}\p{Script=Latin}]+/gu, ' ');
  const sentences = nlp(english).json({ terms: { normal: true, tags: true } }) as { terms: Term[] }[];
  for (const { terms } of sentences) {
    for (const term of terms) {
      const word = (term.normal ?? term.text).toLowerCase();
      for (const part of word.split(/[\s-]+/)) if (!kinds.has(part)) kinds.set(part, kindOf(part, term.tags ?? []));
    }
  }
  return kinds;
}

function kindOf(word: string, tags: string[]): EnglishKind {
  if (tags.includes('Adjective') && !VAGUE.has(word)) return 'detail';
  if (fillers.has(word)) return 'filler';
  if (tags.includes('Place')) return 'place';
  if (tags.includes('Verb')) return tags.includes('Gerund') || tags.includes('PresentTense') ? 'action' : 'detail';
  if (tags.includes('Adverb') || tags.includes('Preposition') || tags.includes('Conjunction')) return 'filler';
  if (tags.includes('Pronoun') || tags.includes('Determiner') || tags.includes('Value')) return 'filler';
  return GERUND.test(word) ? 'action' : 'noun';
}
