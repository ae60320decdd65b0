import { useTranslation } from 'react-i18next';
import { MissingScreen } from './MissingScreen';
import styles from './MessagePage.module.css';

interface CrashProps {
  readonly error: unknown;
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

export function Crash({ error }: CrashProps) {
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
