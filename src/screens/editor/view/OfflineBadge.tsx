import { useTranslation } from 'react-i18next';
import styles from './OfflineBadge.module.css';

/** Says quietly that pictures are painted previews, not AI. */
export function OfflineBadge() {
  const { t } = useTranslation();
  return (
    <p className={styles.badge} title={t('canvas.offlineBadgeHint')} data-testid="offline-badge">
      <span className={styles.dot} aria-hidden="true" />
      {t('canvas.offlineBadge')}
      <span className="visually-hidden">{t('canvas.offlineBadgeHint')}</span>
    </p>
  );
}
