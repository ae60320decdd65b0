import { observer } from 'mobx-react-lite';
import { type ReactNode, useEffect, useRef, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import { LiveRegion } from '../../ui/live/LiveRegion';
import { Toasts } from '../../ui/toasts/Toasts';
import { useStores } from '../StoresContext';
import styles from './Shell.module.css';
import { TopBar } from './TopBar';

/**
 * Moves the focus to this element when another screen has come: the link that led there is gone, and keyboard and screen reader users would
 * start again at the top of the window.
 */
function useArrival(): RefObject<HTMLElement | null> {
  const [path] = useLocation();
  const place = useRef<HTMLElement>(null);
  const last = useRef(path);

  useEffect(() => {
    if (last.current === path) return;
    last.current = path;
    // Scrolling it into view would hide the top of the screen behind the bar.
    place.current?.focus({ preventScroll: true });
  }, [path]);
  return place;
}

/** Names the browser's tab after the open project, so that two tabs can be told apart, and after the sign-in page. */
const WindowTitle = observer(function WindowTitle() {
  const { t } = useTranslation();
  const name = useStores().project.projectName;
  const [path] = useLocation();
  const screen = path === '/signin' ? t('shell.logIn') : name === '' ? t('shell.untitled') : name;
  const title = screen === null ? t('product.name') : t('product.windowTitle', { screen });
  useEffect(() => {
    document.title = title;
  }, [title]);
  return null;
});

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
      <LiveRegion />
      {/* The last one holds the place on the page for both; a toast's clock asks whether the focus is in it. */}
      <Toasts />
    </>
  );
}
