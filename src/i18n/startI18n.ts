import i18next, { type i18n, type Resource } from 'i18next';
import { initReactI18next } from 'react-i18next';
import { shell } from './ko/shell';
import { chooseLanguage, DEFAULT_LANGUAGE, LANGUAGE_KEY, LANGUAGES, type Language } from './languages';

/** Reads a store that may be closed: private windows and full disks throw. */
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

/** An address that named another language would win again over this choice at the next load. */
const followInAddress = (language: string): void => {
  const address = new URL(location.href);
  if (!address.searchParams.has('lng') || address.searchParams.get('lng') === language) return;
  address.searchParams.set('lng', language);
  history.replaceState(history.state, '', address);
};

let chosen: Language | undefined;

/** Changes the language as soon as its words are there. False when they cannot be loaded and no other language was chosen meanwhile: then the language stays. */
export async function changeLanguage(language: Language): Promise<boolean> {
  chosen = language;
  if (!i18next.hasResourceBundle(language, 'translation')) {
    // The first load has only the default language, without the editor's words.
    const loaded = await import('./en').catch(() => null);
    // Nobody asks any more for the one that is missing.
    if (!loaded) return chosen !== language;
    i18next.addResourceBundle(language, 'translation', loaded.en);
  }
  // The person may have chosen again meanwhile.
  if (chosen === language) await i18next.changeLanguage(language);
  return true;
}

let start: Promise<boolean> = Promise.resolve(true);

/**
 * Starts the one i18next instance in `language`, or in the language of the address or the browser's storage.
 *
 * @param here words available besides those of the default language: if all needed ones are given, they are ready when this returns.
 */
export function startI18n(
  language: Language = chooseLanguage(location.search, keptLanguage()),
  here: Resource = {},
): i18n {
  if (!i18next.isInitialized) {
    const isHere = language === DEFAULT_LANGUAGE || language in here;
    void i18next.use(initReactI18next).init({
      lng: isHere ? language : DEFAULT_LANGUAGE,
      fallbackLng: DEFAULT_LANGUAGE,
      supportedLngs: [...LANGUAGES],
      resources: { ko: { translation: shell }, ...here },
      interpolation: { escapeValue: false },
      initAsync: false,
    });
    i18next.on('languageChanged', (shown) => {
      follow(shown);
      followInAddress(shown);
    });
    if (isHere) follow(language);
  }
  if (i18next.language !== language) start = changeLanguage(language);
  return i18next;
}

/** Resolves when the words of the starting language are loaded; false when they cannot be: then the default ones are used. */
export const untilWords = (): Promise<boolean> => start;
