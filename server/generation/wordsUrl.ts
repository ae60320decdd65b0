import { sha256 } from '../sha256';

/** Address of a text, in the place of a picture's: equal words have equal ones. Nothing can be opened by it. */
export const wordsUrl = (words: string): string => `words:${sha256(words)}`;
