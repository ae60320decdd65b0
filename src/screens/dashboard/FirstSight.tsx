import { useTranslation } from 'react-i18next';
import { PipeDrawing } from '../../ui/PipeDrawing';
import picture from './firstSight.webp';
import styles from './FirstSight.module.css';

/** A flow as the canvas shows it, with the picture that the preview painter made of its words. */
export function FirstSight() {
  const words = useTranslation().t('product.flowWords');
  return (
    <div className={styles.flow} aria-hidden="true">
      <p className={styles.card}>{words}</p>
      <svg viewBox="0 0 64 32">
        <PipeDrawing
          flow="text"
          corners={[
            [-8, 16],
            [72, 16],
          ]}
        />
      </svg>
      <div className={styles.card}>
        <p>{words}</p>
        <img src={picture} alt="" width={440} height={330} />
      </div>
    </div>
  );
}
