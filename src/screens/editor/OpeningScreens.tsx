import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { DIALOG_ACTIONS } from '../../actions';
import { FLOW_NAMES } from '../../engine';
import { ActionButton } from '../../ui/ActionButton';
import { Skeleton } from '../../ui/Skeleton';
import styles from './OpeningScreens.module.css';

interface OpeningFailedProps {
  /** True when there may be a copy here, which stays closed until the server says who is signed in. */
  readonly isOfflineTooLong: boolean;
  readonly onTryAgain: () => void;
}

/** Neither the server nor this device has the project: says what to do about it, with a way home. */
export function OpeningFailed({ isOfflineTooLong, onTryAgain }: OpeningFailedProps) {
  const { t } = useTranslation();
  return (
    <section className={styles.failed} role="alert">
      <h2 className={styles.title}>{t('canvas.failedTitle')}</h2>
      <p className={styles.text}>{t(isOfflineTooLong ? 'canvas.offlineTooLong' : 'canvas.failedText')}</p>
      <ActionButton look="primary" action={DIALOG_ACTIONS.tryAgain} target={onTryAgain} />
      <Link href="/" className={styles.home}>
        {t('notFound.home')}
      </Link>
    </section>
  );
}

/** The editor's places while the project is on its way. */
export function OpeningSkeleton() {
  const { t } = useTranslation();
  return (
    <div className={styles.opening} aria-busy="true">
      <div className={styles.rail}>
        {FLOW_NAMES.map((type) => (
          <Skeleton key={type} className={styles.button} />
        ))}
      </div>
      <p role="status" className={styles.words}>
        {t('canvas.opening')}
      </p>
      <Skeleton className={styles.corner} />
    </div>
  );
}
