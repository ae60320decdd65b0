import type { Flow, Role } from './Flow';

/** Names with numbers: `numbered('page', 2)` is page 1 and page 2. */
const numbered = (name: string, count: number): readonly string[] =>
  Array.from({ length: count }, (_, index) => `${name} ${index + 1}`);

/** Each of the first leads to each of the others. */
const eachToEach = (sources: readonly string[], targets: readonly string[]): [string, string][] =>
  sources.flatMap((source) => targets.map((target): [string, string] => [source, target]));

/** Every one leads to the next. */
const inTurn = (names: readonly string[]): [string, string][] =>
  names.slice(1).map((name, index): [string, string] => [names[index] ?? '', name]);

const HEROES = numbered('hero', 4);
const PLACES = numbered('place', 4);
const SKETCHES = [...HEROES, ...PLACES];
const wordsOf = (name: string): string => `words of ${name}`;
const PAGES = numbered('page', 4);
/** Two places go on at other times of the day, in branches of unequal length. */
const BRANCHES = [numbered('place 1 at hour', 3), numbered('place 2 at hour', 2)];

const roles = (role: Role, names: readonly string[]): [string, Role][] => names.map((name) => [name, role]);

/**
 * A picture book of 30 nodes and 59 edges: four heroes and four places, each with its own words, one style and the colours of one photo;
 * four pages that combine the heroes in that style; a cover of the pages and a title; a back of the places and the cover; and two places at
 * other hours.
 */
export const PICTURE_BOOK: Flow = {
  nodes: new Map([
    ...roles('text', ['style', 'title', ...SKETCHES.map(wordsOf)]),
    ...roles('photo', ['photo']),
    ...roles('picture', [...SKETCHES, ...PAGES, 'cover', 'back', ...BRANCHES.flat()]),
  ]),
  edges: [
    ...eachToEach(['style', 'photo'], SKETCHES),
    ...SKETCHES.map((name): [string, string] => [wordsOf(name), name]),
    ...eachToEach(['style', ...HEROES], PAGES),
    ...eachToEach(['title', ...PAGES], ['cover']),
    ...eachToEach([...PLACES, 'cover'], ['back']),
    ...BRANCHES.flatMap((branch, index) => inTurn([PLACES[index] ?? '', ...branch])),
  ],
};
