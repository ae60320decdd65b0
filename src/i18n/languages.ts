/** Korean is the default (LANG-1). */
export const LANGUAGES = ['ko', 'en'] as const;
export type Language = (typeof LANGUAGES)[number];
export const DEFAULT_LANGUAGE: Language = 'ko';

/** The browser storage key that keeps the person's choice. */
export const LANGUAGE_KEY = 'i18nextLng';

const asLanguage = (value: string | null | undefined): Language | null =>
  LANGUAGES.find((language) => language === value?.toLowerCase().split('-')[0]) ?? null;

/** `?lng=` first, then the kept choice, else Korean; the browser's own language is not asked. */
export const chooseLanguage = (search: string, kept: string | null): Language =>
  asLanguage(new URLSearchParams(search).get('lng')) ?? asLanguage(kept) ?? DEFAULT_LANGUAGE;
