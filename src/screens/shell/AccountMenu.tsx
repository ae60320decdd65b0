import { observer } from 'mobx-react-lite';
import { useEffect, useId, useRef, useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { ACCOUNT_ACTIONS, type AccountTarget } from '../../actions/accountActions';
import { THEME_ACTIONS } from '../../actions/settingsActions';
import type { Member } from '../../api/contract';
import { onThemeChange, THEME_CHOICES, themeChoice } from '../../theme/themeChoice';
import { Avatar } from '../../ui/Avatar';
import { classNames } from '../../ui/classNames';
import { closeByKey } from '../../ui/closeByKey';
import { Icon, type IconName } from '../../ui/Icon';
import { LazyPart } from '../../ui/LazyPart';
import { notify } from '../../ui/toasts/notify';
import { DIALOG_MISSING } from '../notices';
import { useStores } from '../StoresContext';
import { useSettings } from '../useSettings';
import styles from './AccountMenu.module.css';
import { LanguageSwitch } from './LanguageSwitch';
import switchStyles from './LanguageSwitch.module.css';

const loadUsage = () => import('./AccountUsage');
const loadSignOut = () => import('./SignOutEverywhereModal');
const loadTokens = () => import('./tokens/ApiTokensModal');

const THEME_ICONS = { system: 'devices', light: 'sun', dark: 'moon' } as const satisfies Record<string, IconName>;

/** The choice of theme: the system's, light or dark. */
function ThemeSwitch() {
  const { t } = useTranslation();
  const settings = useSettings();
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
            onClick={() => THEME_ACTIONS[choice].run(settings)}
          >
            <Icon name={THEME_ICONS[choice]} size={16} />
          </button>
        ))}
      </div>
    </div>
  );
}

const ENTRIES = [
  { action: ACCOUNT_ACTIONS.tokens, icon: 'key', opens: 'dialog' },
  { action: ACCOUNT_ACTIONS.signOut, icon: 'signOut', opens: undefined },
  { action: ACCOUNT_ACTIONS.everywhere, icon: 'devices', opens: 'dialog' },
] as const;

interface AccountMenuProps {
  readonly member: Member;
  /** Rejects when the server could not be reached. */
  readonly onSignOutEverywhere: () => Promise<void>;
}

const AVATAR_SIZE = 32;

/** The member, their usage, their API tokens, and the ways to sign out. Escape, and a press or the focus elsewhere, close it. */
export const AccountMenu = observer(function AccountMenu({ member, onSignOutEverywhere }: AccountMenuProps) {
  const { t } = useTranslation();
  const { account } = useStores();
  const [isOpen, setIsOpen] = useState(false);
  const menuId = useId();
  const root = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);

  // A question that goes with its member is not the next one's.
  useEffect(() => account.done, [account]);

  useEffect(() => {
    if (!isOpen) return;
    const closeOutside = (event: Event): void => {
      if (!root.current?.contains(event.target as Node)) setIsOpen(false);
    };
    document.addEventListener('pointerdown', closeOutside, true);
    // Tab goes on to the page, which the menu covers.
    document.addEventListener('focusin', closeOutside);
    return () => {
      document.removeEventListener('pointerdown', closeOutside, true);
      document.removeEventListener('focusin', closeOutside);
    };
  }, [isOpen]);

  const close = (): void => {
    // The focus comes back to the button: the entry is removed with the menu.
    button.current?.focus();
    setIsOpen(false);
  };
  const target: AccountTarget = {
    isSignedIn: true,
    ask: (question) => {
      close();
      account.ask(question);
    },
  };
  const missing = (): void => {
    account.done();
    notify(DIALOG_MISSING);
  };
  // Work that would be left behind has a dialog of its own.
  const signOutEverywhere = (): Promise<void> => onSignOutEverywhere().then(account.done);

  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- it hears the keys of what is in it
    <div
      ref={root}
      tabIndex={-1}
      className={styles.account}
      data-account
      onKeyDown={(event) => isOpen && closeByKey(event, close)}
    >
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
        {isOpen && <LazyPart load={loadUsage} props={{}} onMissing={() => undefined} />}
        {ENTRIES.map(({ action, icon, opens }) => (
          <button
            key={action.id}
            type="button"
            className={styles.item}
            aria-haspopup={opens}
            onClick={() => action.run(target)}
          >
            <Icon name={icon} />
            {t(action.words)}
          </button>
        ))}
        <hr className={styles.line} />
        <ThemeSwitch />
        <div className={classNames(styles.setting, styles.language)}>
          <span aria-hidden="true">{t('shell.language')}</span>
          <LanguageSwitch />
        </div>
      </div>
      {account.asked === 'everywhere' && (
        <LazyPart
          load={loadSignOut}
          props={{ onSignOut: signOutEverywhere, onClose: account.done }}
          onMissing={missing}
          onCancel={account.done}
        />
      )}
      {account.asked === 'tokens' && (
        <LazyPart
          load={loadTokens}
          props={{ memberId: member.memberId, onClose: account.done }}
          onMissing={missing}
          onCancel={account.done}
        />
      )}
    </div>
  );
});
