/** The pairs that a list is offered, by name; each is told by its letter too, never by its colour alone. */
const COLOURS: Readonly<Record<string, string>> = { a: '#1f7a4d', b: '#8a3ffc', c: '#b3471d', d: '#0b6e8a' };
const OTHER = '#62626c';
const NAMES = Object.keys(COLOURS);

/** Colour of a pair; grey for a pair of another version. */
export const pairColour = (pair: string): string => COLOURS[pair] ?? OTHER;

export const pairLetter = (pair: string): string => pair.slice(0, 1).toUpperCase();

/** The next one that is offered; '' for none, which is one of them. */
export const nextPair = (pair: string): string => NAMES[NAMES.indexOf(pair) + 1] ?? '';
