import { addWords } from '../../i18n/addWords';
import { account } from '../../i18n/ko/account';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ActionButton } from '../../ui/ActionButton';
import { Modal } from '../../ui/Modal';
import styles from './UnsavedWorkModal.module.css';
import type { UnsavedChoice } from './useSignOut';
import { ANSWER_ACTIONS, DIALOG_ACTIONS } from '../../actions/dialogActions';

addWords(account);

const { signOutWhenSaved, saveFile, leaveWork, dropWork } = ANSWER_ACTIONS;

interface UnsavedWorkModalProps {
  readonly choice: UnsavedChoice;
}

/** Period of saving attempts while the person waits; milliseconds. */
const AGAIN_MS = 2000;

/** Says before a sign-out which work the server does not have, and lets the person decide about it. */
export default function UnsavedWorkModal({ choice }: UnsavedWorkModalProps) {
  const { t } = useTranslation();
  const [isWaiting, setIsWaiting] = useState(false);
  const [hasFile, setHasFile] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const onPage = choice.projects.find(({ isOnPageOnly }) => isOnPageOnly);
  const isOnDevice = choice.projects.some(({ isOnPageOnly }) => !isOnPageOnly);

  useEffect(() => {
    if (!isWaiting) return undefined;
    let isOver = false;
    let timer: number | undefined;
    const again = (): void => {
      if (!isOver) timer = window.setTimeout(() => void attempt(), AGAIN_MS);
    };
    const attempt = async (): Promise<void> => {
      const isSaved = await choice.save().catch(() => false);
      // The person may have decided otherwise meanwhile.
      if (isSaved && !isOver) await choice.leave().catch(again);
      else again();
    };
    void attempt();
    return () => {
      isOver = true;
      window.clearTimeout(timer);
    };
  }, [isWaiting, choice]);

  const signOut = async (by: () => Promise<void>): Promise<void> => {
    setIsWaiting(false);
    setFailure(null);
    await by().catch(() => setFailure(t('shell.signOutFailed')));
  };
  const takeFile = async (): Promise<void> => {
    await choice.takeFile();
    setHasFile(true);
  };

  return (
    <Modal title={t('unsavedWork.title')} onClose={choice.close}>
      <div className={styles.text}>
        <p>{t('unsavedWork.text')}</p>
        <ul className={styles.projects}>
          {choice.projects.map(({ projectId, name }) => (
            <li key={projectId}>{name || t('shell.untitled')}</li>
          ))}
        </ul>
        {isOnDevice && <p>{t('unsavedWork.choices')}</p>}
        {onPage && <p>{t('unsavedWork.onPage', { name: onPage.name || t('shell.untitled') })}</p>}
      </div>
      <p role="status" className={styles.status}>
        {isWaiting && t('unsavedWork.waiting')}
        {!isWaiting && hasFile && t('unsavedWork.fileTaken')}
      </p>
      {failure !== null && (
        <p role="alert" className={styles.failure}>
          {failure}
        </p>
      )}
      <div className={styles.actions}>
        <ActionButton look="primary" isBusy={isWaiting} action={signOutWhenSaved} target={() => setIsWaiting(true)} />
        <ActionButton action={saveFile} target={() => void takeFile()} />
        {(hasFile || !onPage) && <ActionButton action={leaveWork} target={() => void signOut(choice.leave)} />}
        {hasFile && <ActionButton look="danger" action={dropWork} target={() => void signOut(choice.drop)} />}
        <ActionButton look="quiet" action={DIALOG_ACTIONS.cancel} target={choice.close} />
      </div>
    </Modal>
  );
}
