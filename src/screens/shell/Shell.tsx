import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Toasts } from '../../ui/toasts/Toasts';
import styles from './Shell.module.css';
import { TopBar } from './TopBar';
import { WindowTitle } from './WindowTitle';

interface ShellProps {
  readonly children: ReactNode;
  readonly onSignedOut: () => void;
}

/** What is around every screen: the top bar above it and the toasts over it. */
export function Shell({ children, onSignedOut }: ShellProps) {
  const { t } = useTranslation();
  return (
    <>
      <a
        href="#content"
        className={styles.skip}
        onClick={(event) => {
          event.preventDefault();
          document.querySelector<HTMLElement>('#content')?.focus();
        }}
      >
        {t('shell.skip')}
      </a>
      <WindowTitle />
      <TopBar onSignedOut={onSignedOut} />
      <main id="content" tabIndex={-1} className={styles.main}>
        {children}
      </main>
      <Toasts />
    </>
  );
}
