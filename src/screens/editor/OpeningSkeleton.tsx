import { useTranslation } from 'react-i18next';
import { Skeleton } from '../../ui/Skeleton';
import styles from './OpeningSkeleton.module.css';

/** The editor's places while the project is on its way. */
export function OpeningSkeleton() {
  const { t } = useTranslation();
  return (
    <div className={styles.opening} aria-busy="true">
      <div className={styles.rail}>
        {['text', 'image', 'video', 'audio'].map((type) => (
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
