import { useId, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { chooseTheme, onThemeChange, THEME_CHOICES, themeChoice } from '../../theme/themeChoice';
import { classNames } from '../../ui/classNames';
import { Icon, type IconName } from '../../ui/Icon';
import switchStyles from './LanguageSwitch.module.css';
import styles from './AccountMenu.module.css';

const ICONS = { system: 'devices', light: 'sun', dark: 'moon' } as const satisfies Record<string, IconName>;

/** The choice of theme: the system's, light or dark. */
export function ThemeSwitch() {
  const { t } = useTranslation();
  const chosen = useSyncExternalStore(onThemeChange, themeChoice);
  const labelId = useId();
  return (
    <div className={styles.setting}>
      <span id={labelId}>{t('shell.theme')}</span>
      <div role="group" aria-labelledby={labelId} className={switchStyles.switch}>
        {THEME_CHOICES.map((choice) => (
          <button
            key={choice}
            type="button"
            className={classNames(switchStyles.choice, styles.iconChoice)}
            aria-label={t(`shell.themeOf.${choice}`)}
            title={t(`shell.themeOf.${choice}`)}
            aria-pressed={chosen === choice}
            onClick={() => chooseTheme(choice)}
          >
            <Icon name={ICONS[choice]} size={16} />
          </button>
        ))}
      </div>
    </div>
  );
}
