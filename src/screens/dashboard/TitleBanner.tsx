import { useTranslation } from 'react-i18next';
import { Logo } from '../../ui/Logo';
import { PipeDrawing } from '../../ui/PipeDrawing';
import styles from './TitleBanner.module.css';

/** The logo and the title lines; only English parts its middle and bottom line, by a piece of pipe. */
export function TitleBanner() {
  const { t, i18n } = useTranslation();
  return (
    <header className={styles.banner}>
      <Logo size={56} />
      <div className={styles.lines}>
        <p className={styles.top}>{t('product.titleTop')}</p>
        <p className={styles.middle}>{t('product.titleMiddle')}</p>
        {i18n.language === 'en' && <hr className={styles.divider} />}
        <p className={styles.bottom}>{t('product.titleBottom')}</p>
      </div>
      <svg className={styles.pipes} viewBox="0 0 420 168" preserveAspectRatio="xMaxYMid slice" aria-hidden="true">
        <PipeDrawing
          flow="image"
          radius={14}
          corners={[
            [250, 200],
            [250, 122],
            [330, 122],
            [330, 60],
            [440, 60],
          ]}
        />
        <PipeDrawing
          flow="text"
          radius={14}
          corners={[
            [150, -20],
            [150, 64],
            [290, 64],
            [290, 28],
            [370, 28],
            [370, 140],
            [440, 140],
          ]}
        />
      </svg>
    </header>
  );
}
