import { useEffect, useId, useRef, useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import type { Member } from '../../api/contract';
import { chooseTheme, onThemeChange, THEME_CHOICES, themeChoice } from '../../theme/themeChoice';
import { Avatar } from '../../ui/Avatar';
import { classNames } from '../../ui/classNames';
import { Icon, type IconName } from '../../ui/Icon';
import { Late } from '../../ui/Late';
import { notify } from '../../ui/toasts/notify';
import { DIALOG_MISSING } from '../notices';
import styles from './AccountMenu.module.css';
import { LanguageSwitch } from './LanguageSwitch';
import switchStyles from './LanguageSwitch.module.css';

const ICONS = { system: 'devices', light: 'sun', dark: 'moon' } as const satisfies Record<string, IconName>;

/** The choice of theme: the system's, light or dark. */
function ThemeSwitch() {
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

interface AccountMenuProps {
  readonly member: Member;
  readonly onSignOut: () => void;
  /** Rejects when the server could not be reached. */
  readonly onSignOutEverywhere: () => Promise<void>;
}

const AVATAR_SIZE = 32;

/** The member, their usage, their API tokens, and the ways to sign out. Escape or a press elsewhere closes it. */
export function AccountMenu({ member, onSignOut, onSignOutEverywhere }: AccountMenuProps) {
  const { t } = useTranslation();
  const [isOpen, setIsOpen] = useState(false);
  const [dialog, setDialog] = useState<'tokens' | 'everywhere' | null>(null);
  const menuId = useId();
  const root = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);

  useEffect(() => {
    if (!isOpen) return;
    const closeOutside = (event: Event): void => {
      if (!root.current?.contains(event.target as Node)) setIsOpen(false);
    };
    const closeByKey = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape') return;
      setIsOpen(false);
      button.current?.focus();
    };
    document.addEventListener('pointerdown', closeOutside, true);
    document.addEventListener('keydown', closeByKey);
    return () => {
      document.removeEventListener('pointerdown', closeOutside, true);
      document.removeEventListener('keydown', closeByKey);
    };
  }, [isOpen]);

  const close = (): void => {
    // The focus comes back to the button: the entry is removed with the menu.
    button.current?.focus();
    setIsOpen(false);
  };
  const open = (which: 'tokens' | 'everywhere'): void => {
    close();
    setDialog(which);
  };

  const missing = (): void => {
    setDialog(null);
    notify(DIALOG_MISSING);
  };
  const signOut = (): void => {
    close();
    onSignOut();
  };
  // Work that would be left behind has a dialog of its own.
  const signOutEverywhere = (): Promise<void> => onSignOutEverywhere().then(() => setDialog(null));

  return (
    <div ref={root} className={styles.account} data-account>
      <button
        ref={button}
        type="button"
        className={styles.button}
        aria-label={t('shell.accountOf', { name: member.name })}
        aria-expanded={isOpen}
        aria-controls={menuId}
        onClick={() => setIsOpen(!isOpen)}
      >
        <Avatar picture={member.picture} alt="" size={AVATAR_SIZE} />
        <Icon name="chevron" size={16} />
      </button>
      <div id={menuId} className={styles.menu} hidden={!isOpen}>
        <p className={styles.name}>{member.name}</p>
        {isOpen && <Late load={() => import('./AccountUsage')} props={{}} onMissing={() => undefined} />}
        <button type="button" className={styles.item} aria-haspopup="dialog" onClick={() => open('tokens')}>
          <Icon name="key" />
          {t('shell.apiTokens')}
        </button>
        <button type="button" className={styles.item} onClick={signOut}>
          <Icon name="signOut" />
          {t('shell.signOut')}
        </button>
        <button type="button" className={styles.item} aria-haspopup="dialog" onClick={() => open('everywhere')}>
          <Icon name="devices" />
          {t('shell.signOutEverywhere')}
        </button>
        <hr className={styles.line} />
        <ThemeSwitch />
        <div className={classNames(styles.setting, styles.language)}>
          <span aria-hidden="true">{t('shell.language')}</span>
          <LanguageSwitch />
        </div>
      </div>
      {dialog === 'everywhere' && (
        <Late
          load={() => import('./SignOutEverywhereModal')}
          props={{ onSignOut: signOutEverywhere, onClose: () => setDialog(null) }}
          onMissing={missing}
        />
      )}
      {dialog === 'tokens' && (
        <Late
          load={() => import('./tokens/ApiTokensModal')}
          props={{ memberId: member.memberId, onClose: () => setDialog(null) }}
          onMissing={missing}
        />
      )}
    </div>
  );
}
