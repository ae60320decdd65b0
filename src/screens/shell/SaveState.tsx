import { observer } from 'mobx-react-lite';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { classNames } from '../../ui/classNames';
import { useStores } from '../StoresContext';
import styles from './SaveState.module.css';

/**
 * Whether the work is safe; the only place that speaks when it is not. Two of its states have something to do about
 * it: signing in again, in a new tab so that the canvas stays, and opening the copy of what a merge could not keep.
 */
export const SaveState = observer(function SaveState() {
  const { t } = useTranslation();
  const { panel, project, save } = useStores();
  if (project.projectName === null) return null;
  const words = t(`save.${save.state}`);
  return (
    <div
      role="status"
      aria-live="polite"
      className={classNames(styles.state, styles[save.state], panel.openType && styles.overPanel)}
    >
      <span className={styles.dot} aria-hidden="true" />
      {save.state === 'signIn' ? (
        <a href="/signin" target="_blank" rel="noopener" className={styles.action}>
          {words}
        </a>
      ) : save.state === 'copyKept' && save.copyProjectId !== null ? (
        <Link href={`/main/${save.copyProjectId}`} className={styles.action} title={t('save.openCopy')}>
          {words}
        </Link>
      ) : (
        <span className={styles.words} title={words}>
          {words}
        </span>
      )}
    </div>
  );
});
