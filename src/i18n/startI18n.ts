import i18next, { type BackendModule, type i18n, type Resource } from 'i18next';
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

/** The first load has only the default language, without the editor's words; the other one is loaded when it is chosen. */
const laterWords: BackendModule = {
  type: 'backend',
  init: () => undefined,
  read: (_language, _namespace, done) => {
    import('./en').then(
      ({ en }) => done(null, en),
      (error: unknown) => done(error instanceof Error ? error : String(error), false),
    );
  },
};

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
    void i18next
      .use(initReactI18next)
      .use(laterWords)
      .init({
        lng: language,
        fallbackLng: DEFAULT_LANGUAGE,
        supportedLngs: [...LANGUAGES],
        resources: { ko: { translation: shell }, ...here },
        partialBundledLanguages: true,
        interpolation: { escapeValue: false },
        initAsync: !isHere,
      });
    i18next.on('languageChanged', (chosen) => {
      follow(chosen);
      followInAddress(chosen);
    });
    if (isHere) follow(language);
  } else if (i18next.language !== language) {
    void i18next.changeLanguage(language);
  }
  return i18next;
}

/** Resolves when the words of the starting language are loaded, or could not be: then the default ones are used. */
export const untilWords = (started: i18n): Promise<void> =>
  started.isInitialized
    ? Promise.resolve()
    : new Promise((resolve) => {
        started.on('initialized', () => resolve());
      });
