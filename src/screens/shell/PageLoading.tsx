import { useTranslation } from 'react-i18next';
import styles from './PageLoading.module.css';

/** Shown while a screen's code or the member is loading: nothing at first, a quiet line when it takes a while. */
export function PageLoading() {
  const { t } = useTranslation();
  return (
    <p role="status" className={styles.loading}>
      {t('dashboard.loading')}
    </p>
  );
}
