import { observer } from 'mobx-react-lite';
import { useLayoutEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'wouter';
import { classNames } from '../../ui/classNames';
import { Logo } from '../../ui/Logo';
import { LazyPart } from '../../ui/LazyPart';
import { Skeleton } from '../../ui/Skeleton';
import { notify } from '../../ui/toasts/notify';
import { signInFrom } from '../signIn/wayBack';
import { DIALOG_MISSING } from '../notices';
import { useStores } from '../StoresContext';
import { useKnownMember } from '../useMember';
import { AccountMenu } from './AccountMenu';
import { LanguageSwitch } from './LanguageSwitch';
import { ProjectTitle } from './ProjectTitle';
import { SaveState } from './SaveState';
import styles from './TopBar.module.css';
import { useSignOut } from './useSignOut';

const loadUnsaved = () => import('./UnsavedWorkModal');
const loadTools = () => import('../editor/ToolsInTopBar');

/** Comes with the editor. */
const ToolsOfProject = observer(function ToolsOfProject() {
  const { session } = useStores();
  if (!session?.open) return null;
  return <LazyPart load={loadTools} props={{ open: session.open }} onMissing={() => notify(DIALOG_MISSING)} />;
});

interface TopBarProps {
  readonly onSignedOut: () => void;
}

/** Logo and name lead home; an open project's name and save state are here. */
export const TopBar = observer(function TopBar({ onSignedOut }: TopBarProps) {
  const { t } = useTranslation();
  const [path] = useLocation();
  const member = useKnownMember();
  const signOut = useSignOut(onSignedOut);
  const isEditor = path.startsWith('/main');
  useLayoutEffect(() => {
    document.documentElement.toggleAttribute('data-whole', isEditor);
  }, [isEditor]);
  return (
    <header className={classNames(styles.bar, isEditor && styles.isEditor)}>
      <Link href="/" className={styles.home} aria-label={t('product.home')}>
        <Logo size={28} />
        <span className={styles.brand}>{t('product.name')}</span>
      </Link>
      {isEditor && (
        <div className={styles.project}>
          <ProjectTitle />
          <SaveState />
          <ToolsOfProject />
        </div>
      )}
      <div className={styles.right}>
        <LanguageSwitch />
        <div className={styles.account}>
          {path !== '/signin' && (
            <>
              {member === undefined && <Skeleton className={styles.accountSkeleton} />}
              {member === null && (
                <Link href={signInFrom(path)} className={styles.logIn}>
                  {t('shell.logIn')}
                </Link>
              )}
              {member && (
                <AccountMenu member={member} onSignOutEverywhere={() => signOut.everywhere(member.memberId)} />
              )}
            </>
          )}
        </div>
      </div>
      {signOut.unsaved && (
        <LazyPart
          load={loadUnsaved}
          props={{ choice: signOut.unsaved }}
          onMissing={() => {
            signOut.unsaved?.close();
            notify(DIALOG_MISSING);
          }}
          onCancel={signOut.unsaved.close}
        />
      )}
      {isEditor && <span className={styles.scrollbar} aria-hidden="true" />}
    </header>
  );
});
