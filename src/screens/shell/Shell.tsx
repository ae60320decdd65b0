import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { LiveRegion } from '../../ui/live/LiveRegion';
import { Toasts } from '../../ui/toasts/Toasts';
import styles from './Shell.module.css';
import { TopBar } from './TopBar';
import { useArrival } from './useArrival';
import { WindowTitle } from './WindowTitle';

interface ShellProps {
  readonly children: ReactNode;
  readonly onSignedOut: () => void;
}

/** The frame of every screen: the top bar above it and the toasts over it. */
export function Shell({ children, onSignedOut }: ShellProps) {
  const { t } = useTranslation();
  const content = useArrival();
  return (
    <>
      <a
        href="#content"
        className={styles.skip}
        onClick={(event) => {
          event.preventDefault();
          content.current?.focus();
        }}
      >
        {t('shell.skip')}
      </a>
      <WindowTitle />
      <TopBar onSignedOut={onSignedOut} />
      <main ref={content} id="content" tabIndex={-1} className={styles.main}>
        {children}
      </main>
      <Toasts />
      <LiveRegion />
    </>
  );
}
