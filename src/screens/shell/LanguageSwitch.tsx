import { useTranslation } from 'react-i18next';
import { LANGUAGE_ACTIONS } from '../../actions/settingsActions';
import { LANGUAGES } from '../../i18n/languages';
import { useSettings } from '../useSettings';
import styles from './LanguageSwitch.module.css';

export function LanguageSwitch() {
  const { t, i18n } = useTranslation();
  const settings = useSettings();
  return (
    <div role="group" aria-label={t('shell.language')} className={styles.switch}>
      {LANGUAGES.map((language) => (
        <button
          key={language}
          type="button"
          className={styles.choice}
          lang={language}
          // The title is the language's own name.
          title={new Intl.DisplayNames(language, { type: 'language' }).of(language)}
          aria-pressed={i18n.language === language}
          onClick={() => LANGUAGE_ACTIONS[language].run(settings)}
        >
          {language.toUpperCase()}
        </button>
      ))}
    </div>
  );
}
