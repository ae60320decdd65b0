import type { Action } from './Action';

/** The settings of the app, which last on this device. */
export interface SettingsTarget {
  readonly chooseLanguage: (language: 'ko' | 'en') => void;
  readonly chooseTheme: (theme: 'system' | 'light' | 'dark') => void;
}

export type SettingsAction = Action<SettingsTarget>;

const ready = (): null => null;

export const LANGUAGE_ACTIONS = {
  ko: {
    id: 'settings.korean',
    words: 'commandBar.korean',
    chords: [],
    whyNot: ready,
    run: ({ chooseLanguage }) => chooseLanguage('ko'),
  },
  en: {
    id: 'settings.english',
    words: 'commandBar.english',
    chords: [],
    whyNot: ready,
    run: ({ chooseLanguage }) => chooseLanguage('en'),
  },
} as const satisfies Readonly<Record<'ko' | 'en', SettingsAction>>;

export const THEME_ACTIONS = {
  light: {
    id: 'settings.themeLight',
    words: 'commandBar.themeLight',
    chords: [],
    whyNot: ready,
    run: ({ chooseTheme }) => chooseTheme('light'),
  },
  dark: {
    id: 'settings.themeDark',
    words: 'commandBar.themeDark',
    chords: [],
    whyNot: ready,
    run: ({ chooseTheme }) => chooseTheme('dark'),
  },
  system: {
    id: 'settings.themeSystem',
    words: 'commandBar.themeSystem',
    chords: [],
    whyNot: ready,
    run: ({ chooseTheme }) => chooseTheme('system'),
  },
} as const satisfies Readonly<Record<'system' | 'light' | 'dark', SettingsAction>>;
