import i18next from 'i18next';
import { editor } from './ko/editor';

/** Adds the editor's words in the default language, which the first load of another screen does without. */
export const addEditorWords = (): void => {
  i18next.addResourceBundle('ko', 'translation', editor, true);
};
