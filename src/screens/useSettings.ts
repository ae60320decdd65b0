import { useMemo } from 'react';
import type { SettingsTarget } from '../actions/settingsActions';
import { changeLanguage } from '../i18n/startI18n';
import { chooseTheme } from '../theme/themeChoice';
import { notify } from '../ui/toasts/notify';
import { LANGUAGE_MISSING } from './notices';

/** The settings of the app, as their actions change them. */
export function useSettings(): SettingsTarget {
  return useMemo(
    () => ({
      chooseLanguage: (language) =>
        void changeLanguage(language).then((isShown) => {
          if (!isShown) notify(LANGUAGE_MISSING);
        }),
      chooseTheme,
    }),
    [],
  );
}
