import i18next from 'i18next';

/** Adds words in the default language that the first load does without: a chunk that comes later brings its own. */
export const addWords = (words: object): void => {
  i18next.addResourceBundle('ko', 'translation', words, true);
};
