import { useTranslation } from 'react-i18next';
import styles from './Dashboard.module.css';

interface FooterProps {
  readonly now: Date;
}

export function Footer({ now }: FooterProps) {
  const { t } = useTranslation();
  return <footer className={styles.footer}>{t('dashboard.rights', { year: now.getFullYear() })}</footer>;
}
