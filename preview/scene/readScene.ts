import type { LexiconEntry, WordGroup } from '../words/entries';
import { findWords } from '../words/findWords';
import type { FoundWord } from '../words/findWords';
import { readWords } from '../words/readWords';
import { seedOf, seededRandom } from './seededRandom';
import type { Random } from './seededRandom';

export type TimeOfDay = 'dawn' | 'day' | 'sunset' | 'dusk' | 'night';

/** A thing or a place as the text names it. */
export interface Noun {
  word: string;
  group: 'subject' | 'place';
  /** The tag that is painted for it; null where nothing is, so that nothing else is painted in its stead. */
  tag: string | null;
}

/** The things that the words ask to be painted. Sets hold lexicon tags. */
export interface Scene {
  seed: number;
  /** Each noun once, in the order of the text. */
  nouns: readonly Noun[];
  time: TimeOfDay;
  /** Whether the words themselves speak of an hour. */
  hasLight: boolean;
  /** A lexicon tag; 'mood' when the words name things without a place, 'abstract' when they name nothing. */
  place: string;
  places: ReadonlySet<string>;
  /** Subjects that are to be painted. */
  subjects: ReadonlySet<string>;
  weather: ReadonlySet<string>;
  seasons: ReadonlySet<string>;
  moods: ReadonlySet<string>;
  styles: ReadonlySet<string>;
  /** Colour words in their order, but those that belong to a subject. */
  colours: readonly string[];
  /** Colour words directly before a subject, by its tag: 'red car'. */
  subjectColours: ReadonlyMap<string, string>;
}

const TIMES: ReadonlySet<string> = new Set(['dawn', 'day', 'sunset', 'dusk', 'night']);
const LIGHT_TIMES: readonly TimeOfDay[] = ['dawn', 'day', 'day', 'sunset', 'dusk'];
/** 푸른 is the blue of the sea and the green of plants. */
const GREEN_PLACES: ReadonlySet<string> = new Set(['forest', 'field', 'mountain']);
/** Home place of a subject, where the words name none. */
const HOMES: Readonly<Record<string, string>> = {
  boat: 'sea',
  vessel: 'sea',
  fish: 'underwater',
  sealife: 'underwater',
  flower: 'field',
  bloom: 'field',
  blossom: 'field',
  hanok: 'mountain',
  landmark: 'mountain',
  legend: 'mountain',
  bird: 'sky',
  wings: 'sky',
  moon: 'mountain',
  sun: 'sea',
  cat: 'field',
  dog: 'field',
  grazing: 'field',
  deer: 'forest',
  wildlife: 'forest',
  car: 'city',
  traffic: 'city',
  robot: 'city',
  balloon: 'field',
  rocket: 'space',
  spacecraft: 'space',
  drink: 'indoor',
  food: 'indoor',
  portrait: 'portrait',
};

/** Reads a prompt as a scene. The same words give the same scene. */
export function readScene(text: string, seed = seedOf(text)): Scene {
  const words = findWords(text);
  const subjectColours = coloursOfSubjects(words);
  const tags = tagsByGroup(words);
  if (/푸르|푸른/.test(text) && tags.place.some((tag) => GREEN_PLACES.has(tag))) {
    tags.colour = tags.colour.map((tag) => (tag === 'blue' ? 'green' : tag));
  }
  const random = seededRandom(seed ^ 0x5eed);
  const has = (group: WordGroup, tag: string): boolean => tags[group].includes(tag);
  const times = tags.time.filter((tag) => TIMES.has(tag));
  const time = (times.at(-1) ?? impliedTime(has, random)) as TimeOfDay;
  const nouns = nounsOf(text, words);
  return {
    seed,
    nouns,
    time,
    hasLight: times.length > 0,
    place: placeOf(tags, nouns.length > 0, random),
    places: new Set(tags.place),
    subjects: new Set(nouns.flatMap(({ group, tag }) => (group === 'subject' && tag !== null ? tag : []))),
    weather: new Set(tags.weather),
    seasons: new Set(tags.time.filter((tag) => !TIMES.has(tag))),
    moods: new Set(tags.mood),
    styles: new Set(tags.style),
    colours: tags.colour,
    subjectColours,
  };
}

function nounsOf(text: string, words: readonly FoundWord[]): Noun[] {
  const nouns = new Map<string, Noun>();
  for (const { group, written: word, entry } of readWords(text, words)) {
    if (group !== 'subject' && group !== 'place') continue;
    if (!nouns.has(word)) nouns.set(word, { word, group, tag: entry?.isPainted ? entry.tag : null });
  }
  return [...nouns.values()];
}

const isPaintedSubject = (entry: LexiconEntry | null | undefined): entry is LexiconEntry =>
  entry?.group === 'subject' && entry.isPainted;

/** A colour applies to the painted thing after it, or to the whole scene if there is none. */
function coloursOfSubjects(words: readonly FoundWord[]): Map<string, string> {
  const colours = new Map<string, string>();
  for (const [at, { entry }] of words.entries()) {
    const thing = words[at + 1]?.entry;
    if (entry?.group === 'colour' && isPaintedSubject(thing)) colours.set(thing.tag, entry.tag);
  }
  return colours;
}

function tagsByGroup(words: readonly FoundWord[]): Record<WordGroup, string[]> {
  const tags: Record<WordGroup, string[]> = {
    subject: [],
    style: [],
    colour: [],
    place: [],
    mood: [],
    time: [],
    weather: [],
  };
  for (const [at, { entry }] of words.entries()) {
    const isOfSubject = entry?.group === 'colour' && isPaintedSubject(words[at + 1]?.entry);
    if (entry && !isOfSubject && !tags[entry.group].includes(entry.tag)) tags[entry.group].push(entry.tag);
  }
  return tags;
}

function impliedTime(has: (group: WordGroup, tag: string) => boolean, random: Random): TimeOfDay {
  if (has('subject', 'moon') || has('place', 'space') || has('style', 'neon') || has('weather', 'aurora'))
    return 'night';
  if (has('mood', 'dark') || has('weather', 'storm')) return 'dusk';
  if (has('weather', 'sunny') || has('time', 'summer') || has('time', 'spring')) return 'day';
  if (has('mood', 'warm')) return 'sunset';
  return LIGHT_TIMES[Math.floor(random() * LIGHT_TIMES.length)] ?? 'day';
}

function placeOf(tags: Record<WordGroup, string[]>, namesThings: boolean, random: Random): string {
  const [first, second] = tags.place;
  // A lake among mountains is painted as a lake: that scene has its own mountains. A starry sky over a city is a city.
  if (tags.place.includes('underwater')) return 'underwater';
  if (first !== undefined && second !== undefined) {
    const real = tags.place.filter((tag) => tag !== 'sky' && tag !== 'space');
    if (real.includes('water') && real.includes('mountain')) return 'water';
    return real[0] ?? first;
  }
  if (first !== undefined) return first;
  for (const subject of tags.subject) {
    const home = HOMES[subject];
    if (home !== undefined) return home;
  }
  const isOutside = tags.time.length > 0 || tags.weather.length > 0;
  if (isOutside) return random() < 0.5 ? 'mountain' : 'field';
  return namesThings ? 'mood' : 'abstract';
}
