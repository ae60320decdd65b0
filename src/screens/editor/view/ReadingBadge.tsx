import { observer } from 'mobx-react-lite';
import { useTranslation } from 'react-i18next';
import type { Uploads } from '../../../stores/Uploads';
import styles from './ReadingBadge.module.css';

/** Says that chosen files are being read, of which nothing stands on the canvas yet; seen only where it takes a while. */
export const ReadingBadge = observer(function ReadingBadge({ uploads }: { uploads: Pick<Uploads, 'reading'> }) {
  const { t } = useTranslation();
  if (uploads.reading === 0) return null;
  return (
    <p className={styles.badge} role="status">
      {t('canvas.reading', { count: uploads.reading })}
    </p>
  );
});
