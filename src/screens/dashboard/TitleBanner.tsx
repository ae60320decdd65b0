import { useTranslation } from 'react-i18next';
import { Logo } from '../../ui/Logo';
import { FirstSight } from './FirstSight';
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
      <FirstSight />
    </header>
  );
}
