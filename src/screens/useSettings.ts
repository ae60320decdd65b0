import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { SettingsTarget } from '../actions/settingsActions';
import { chooseTheme } from '../theme/themeChoice';

/** The settings of the app, as their actions change them. */
export function useSettings(): SettingsTarget {
  const { i18n } = useTranslation();
  return useMemo(() => ({ chooseLanguage: (language) => void i18n.changeLanguage(language), chooseTheme }), [i18n]);
}
