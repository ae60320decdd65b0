import { observer } from 'mobx-react-lite';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'wouter';
import type { Action } from '../../actions';
import { ANSWER_ACTIONS } from '../../actions/dialogActions';
import { classNames } from '../../ui/classNames';
import { downloadFile } from '../../ui/downloadFile';
import { safeFileName } from '../../ui/safeFileName';
import { useStores } from '../StoresContext';
import styles from './SaveState.module.css';

/** A person's ways to rescue work that saving alone cannot put back. */
function useSaveRescue(): { readonly keepAsProject: () => void; readonly takeAside: () => void } {
  const stores = useStores();
  const [, navigate] = useLocation();

  /** Opens the new project; while it cannot be created, saving keeps trying and says so. */
  const keepAsProject = async (): Promise<void> => {
    const { session } = stores;
    const projectId = await session?.open?.keepAsProject();
    if (typeof projectId === 'number' && stores.session === session) navigate(`/main/${projectId}`);
  };

  const takeAside = async (): Promise<void> => {
    const { session, project } = stores;
    const aside = await session?.open?.readAside();
    if (!session?.open || !aside) return;
    const text = JSON.stringify([...aside.values()], null, 2);
    downloadFile(
      new Blob([text], { type: 'application/json' }),
      `${safeFileName(project.projectName ?? '') || 'mulgil'}.json`,
    );
    await session.open.noteAsideTaken(aside);
  };

  return { keepAsProject: () => void keepAsProject(), takeAside: () => void takeAside() };
}

/**
 * Shows whether the work is safe; no other place does. If something can be done about it, the text is a button: sign in again (in a new
 * tab, so that the canvas stays), open the conflict copy, keep a deleted project's canvas as a new project, or download work that could not
 * be restored.
 */
export const SaveState = observer(function SaveState() {
  const { t } = useTranslation();
  const { panel, project, save } = useStores();
  const { keepAsProject, takeAside } = useSaveRescue();
  if (project.projectName === null) return null;
  const { state } = save;
  const words = t(state === 'copyKept' && save.phase === 'gone' ? 'save.goneKept' : `save.${state}`);
  const button = (action: Action<() => void>, act: () => void): ReactNode => (
    <button type="button" className={styles.action} title={t(action.words)} onClick={() => action.run(act)}>
      {words}
    </button>
  );
  const content = (): ReactNode => {
    if (state === 'gone') return button(ANSWER_ACTIONS.keepAsProject, keepAsProject);
    if (state === 'aside') return button(ANSWER_ACTIONS.takeAside, takeAside);
    if (state === 'signIn') {
      return (
        <a href="/signin" target="_blank" rel="noopener" className={styles.action}>
          {words}
        </a>
      );
    }
    if (state === 'copyKept') {
      return (
        <Link href={`/main/${save.copyProjectId}`} className={styles.action} title={t('save.openCopy')}>
          {words}
        </Link>
      );
    }
    return (
      <span className={styles.words} title={words}>
        {words}
      </span>
    );
  };
  return (
    <div
      role="status"
      aria-live="polite"
      className={classNames(styles.state, styles[state], panel.openType && styles.overPanel)}
      data-at-stake={!save.isCalm || undefined}
    >
      <span className={styles.dot} aria-hidden="true" />
      {content()}
    </div>
  );
});
