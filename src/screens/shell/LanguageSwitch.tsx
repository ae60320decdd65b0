import { useTranslation } from 'react-i18next';
import { LANGUAGES, type Language } from '../../i18n/languages';
import styles from './LanguageSwitch.module.css';

/** A language's name as its speakers call it. */
const ownName = (language: Language): string =>
  new Intl.DisplayNames([language], { type: 'language' }).of(language) ?? language;

export function LanguageSwitch() {
  const { t, i18n } = useTranslation();
  return (
    <div role="group" aria-label={t('shell.language')} className={styles.switch}>
      {LANGUAGES.map((language) => (
        <button
          key={language}
          type="button"
          className={styles.choice}
          lang={language}
          title={ownName(language)}
          aria-pressed={i18n.language === language}
          onClick={() => void i18n.changeLanguage(language)}
        >
          {language.toUpperCase()}
        </button>
      ))}
    </div>
  );
}
