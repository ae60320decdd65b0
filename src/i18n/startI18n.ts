import i18next, { type i18n } from 'i18next';
import { initReactI18next } from 'react-i18next';
import { en } from './en';
import { ko } from './ko';
import { chooseLanguage, DEFAULT_LANGUAGE, LANGUAGE_KEY, LANGUAGES, type Language } from './languages';

/** A store that may be closed to us: private windows and full disks throw. */
const keptLanguage = (): string | null => {
  try {
    return localStorage.getItem(LANGUAGE_KEY);
  } catch {
    return null;
  }
};

const keep = (language: string): void => {
  try {
    localStorage.setItem(LANGUAGE_KEY, language);
  } catch {
    // The choice then lasts as long as the page.
  }
};

const follow = (language: string): void => {
  document.documentElement.lang = language;
  document.title = i18next.t('product.name');
  keep(language);
};

/**
 * Starts the one i18next instance in `language`, or in the one that the address and the browser's storage ask for.
 * Words are bundled, so they are there when this returns.
 */
export function startI18n(language: Language = chooseLanguage(location.search, keptLanguage())): i18n {
  if (!i18next.isInitialized) {
    void i18next.use(initReactI18next).init({
      lng: language,
      fallbackLng: DEFAULT_LANGUAGE,
      supportedLngs: [...LANGUAGES],
      resources: { ko: { translation: ko }, en: { translation: en } },
      interpolation: { escapeValue: false },
      initAsync: false,
    });
    i18next.on('languageChanged', follow);
    follow(language);
  } else if (i18next.language !== language) {
    void i18next.changeLanguage(language);
  }
  return i18next;
}
