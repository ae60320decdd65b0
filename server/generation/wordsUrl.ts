import { sha256 } from '../sha256';

/** What stands in the place of a picture's address for a text: equal words have equal ones. It opens nothing. */
export const wordsUrl = (words: string): string => `words:${sha256(words)}`;
