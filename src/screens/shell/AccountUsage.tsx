import { observer } from 'mobx-react-lite';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { classNames } from '../../ui/classNames';
import { useStores, useResource } from '../StoresContext';
import styles from './AccountUsage.module.css';

const STEP = 1024;
const UNITS = ['kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const;
/** Share from which the bar warns. */
const NEARLY = 0.9;

/** Bytes in words, such as '1.2 GB', with units of 1024. Nobody reads single bytes: they are parts of a kB. */
function sizeWords(bytes: number, language: string): string {
  let size = Math.ceil((bytes / STEP) * 10) / 10;
  let step = 0;
  while (size >= STEP && step < UNITS.length - 1) {
    size /= STEP;
    step += 1;
  }
  const unit = UNITS[step] ?? 'kilobyte';
  const digits = { maximumFractionDigits: size < 10 ? 1 : 0 };
  return new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'short', ...digits }).format(size);
}

/** The member's usage and limits. */
export default observer(function AccountUsage() {
  const { t, i18n } = useTranslation();
  const { usage } = useStores().member;
  useResource(usage);
  const { data } = usage;
  const wordsId = useId();
  if (usage.isFailed) return <p className={styles.usage}>{t('shell.usageUnread')}</p>;
  const { bytes = 0, bytesMax = 1, projects = 0, projectsMax = 1 } = data ?? {};
  const share = Math.min(1, bytes / bytesMax);
  const count = (number: number): string => new Intl.NumberFormat(i18n.language).format(number);
  return (
    // The element has its size before its numbers come.
    <div className={classNames(styles.usage, !data && styles.waiting)} aria-busy={!data}>
      <p id={wordsId}>
        {t('shell.storageUsed', { used: sizeWords(bytes, i18n.language), max: sizeWords(bytesMax, i18n.language) })}
      </p>
      <div
        role="meter"
        className={styles.bar}
        aria-label={t('shell.storage')}
        aria-describedby={wordsId}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.round(share * 100)}
      >
        <div
          className={classNames(styles.share, share >= NEARLY && styles.nearly)}
          style={{ width: `${share * 100}%` }}
        />
      </div>
      <p>{t('shell.projectsUsed', { used: count(projects), max: count(projectsMax) })}</p>
    </div>
  );
});
