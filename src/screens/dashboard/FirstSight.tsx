import { useTranslation } from 'react-i18next';
import { PipeDrawing } from '../../ui/PipeDrawing';
import picture from './firstSight.webp';
import styles from './FirstSight.module.css';

/** A flow as the canvas shows it, with the picture that the preview painter made of its words. */
export function FirstSight() {
  const { t } = useTranslation();
  const words = t('product.flowWords');
  return (
    <div className={styles.flow} role="img" aria-label={t('product.flow')}>
      <div className={styles.card} data-flow="text">
        <p className={styles.title}>{t('product.flowText')}</p>
        <p className={styles.words}>{words}</p>
      </div>
      <svg className={styles.pipe} viewBox="0 0 64 32">
        <PipeDrawing
          flow="text"
          corners={[
            [0, 16],
            [64, 16],
          ]}
        />
      </svg>
      <div className={styles.card} data-flow="image">
        <p className={styles.title}>{words}</p>
        <img className={styles.picture} src={picture} alt="" width={440} height={330} />
      </div>
    </div>
  );
}
