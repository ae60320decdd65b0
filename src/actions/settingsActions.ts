import type { Action } from './Action';

/** The settings of the app, which last on this device. */
export interface SettingsTarget {
  readonly chooseLanguage: (language: 'ko' | 'en') => void;
  readonly chooseTheme: (theme: 'system' | 'light' | 'dark') => void;
}

type SettingsAction = Action<SettingsTarget>;

const setting = (id: string, words: SettingsAction['words'], run: SettingsAction['run']): SettingsAction => ({
  id: `settings.${id}`,
  words,
  chords: [],
  whyNot: () => null,
  run,
});

export const LANGUAGE_ACTIONS = {
  ko: setting('korean', 'commandBar.korean', ({ chooseLanguage }) => chooseLanguage('ko')),
  en: setting('english', 'commandBar.english', ({ chooseLanguage }) => chooseLanguage('en')),
};

export const THEME_ACTIONS = {
  light: setting('themeLight', 'commandBar.themeLight', ({ chooseTheme }) => chooseTheme('light')),
  dark: setting('themeDark', 'commandBar.themeDark', ({ chooseTheme }) => chooseTheme('dark')),
  system: setting('themeSystem', 'commandBar.themeSystem', ({ chooseTheme }) => chooseTheme('system')),
};
