import { Component, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './MessagePage.module.css';
import { MissingScreen } from './PageLoading';

interface CrashProps {
  readonly error: unknown;
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

function Crash({ error }: CrashProps) {
  const { t } = useTranslation();
  const isMissing = error instanceof MissingScreen;
  return (
    <section className={styles.page} role="alert">
      <h1 className={styles.title}>{t('crash.title')}</h1>
      <p className={styles.text}>{t(isMissing ? 'crash.missing' : 'crash.text')}</p>
      {!isMissing && <p className={styles.reason}>{t('crash.reason', { message: messageOf(error) })}</p>}
      <button type="button" className={styles.action} onClick={() => window.location.reload()}>
        {t('crash.reload')}
      </button>
    </section>
  );
}

interface ErrorBoundaryProps {
  readonly children: ReactNode;
}

interface ErrorBoundaryState {
  readonly error: unknown;
}

const NO_ERROR: ErrorBoundaryState = { error: null };

/** Catches what a screen throws while it renders, says so and offers to start again, instead of an empty page. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, ErrorBoundaryState> {
  override state = NO_ERROR;

  static getDerivedStateFromError(error: unknown): ErrorBoundaryState {
    return { error: error ?? new Error('nothing was thrown') };
  }

  override render(): ReactNode {
    return this.state.error === null ? this.props.children : <Crash error={this.state.error} />;
  }
}
