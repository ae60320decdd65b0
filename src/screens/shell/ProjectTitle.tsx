import { observer } from 'mobx-react-lite';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { RENAME_PROJECT } from '../../actions/projectActions';
import { classNames } from '../../ui/classNames';
import { focusBack } from '../../ui/focusBack';
import { NameField } from '../../ui/NameField';
import { Skeleton } from '../../ui/Skeleton';
import { useStores } from '../StoresContext';
import styles from './ProjectTitle.module.css';

/** The open project's name, edited in place: Enter or leaving the field keeps it, Escape brings the old one back. */
export const ProjectTitle = observer(function ProjectTitle() {
  const { t } = useTranslation();
  const { project, session } = useStores();
  const button = useRef<HTMLButtonElement>(null);
  const name = project.projectName;

  if (name === null) return session?.status === 'loading' ? <Skeleton className={styles.skeleton} /> : null;

  if (project.isRenaming) {
    return (
      <NameField
        className={classNames(styles.name, styles.input)}
        label={t('shell.projectName')}
        placeholder={t('shell.untitled')}
        name={name}
        onClose={(typed, isByKey) => {
          project.setRenaming(false);
          if (typed !== null) void project.rename(typed);
          if (isByKey) focusBack(button);
        }}
      />
    );
  }

  const shown = name === '' ? t('shell.untitled') : name;
  return (
    <button
      ref={button}
      type="button"
      className={classNames(styles.name, styles.button, name === '' && styles.untitled)}
      aria-label={t('shell.renameProject', { name: shown })}
      title={shown}
      onClick={() => RENAME_PROJECT.run(project)}
    >
      {shown}
    </button>
  );
});
