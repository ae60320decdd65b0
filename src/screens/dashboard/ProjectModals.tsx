import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { NAME_MAX } from '../../api/contract';
import { Button } from '../../ui/Button';
import { ConfirmModal } from '../../ui/ConfirmModal';
import { Modal } from '../../ui/Modal';
import { TextInput } from '../../ui/TextInput';
import styles from './ProjectModals.module.css';
import { HOME_ACTIONS } from '../../actions/projectActions';

interface CreateModalProps {
  /** Makes the project and returns its id; null leaves the modal open, ready for another try. */
  readonly onCreate: (name: string) => Promise<number | null>;
  /** Not called for a project whose modal was closed before the answer: it is in the list. */
  readonly onCreated: (projectId: number) => void;
  readonly onClose: () => void;
}

export function CreateModal({ onCreate, onCreated, onClose }: CreateModalProps) {
  const { t } = useTranslation();
  const [isBusy, setIsBusy] = useState(false);

  const submit = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    if (isBusy) return;
    const form = event.currentTarget;
    const name = new FormData(form).get('name');
    setIsBusy(true);
    const projectId = await onCreate(typeof name === 'string' ? name : '');
    if (!form.isConnected) return;
    if (projectId === null) setIsBusy(false);
    else onCreated(projectId);
  };

  return (
    <Modal title={t('createModal.title')} onClose={onClose}>
      <form className={styles.form} onSubmit={(event) => void submit(event)}>
        <p className={styles.text}>{t('createModal.text')}</p>
        <TextInput
          label={t('createModal.name')}
          name="name"
          placeholder={t('createModal.placeholder')}
          maxLength={NAME_MAX}
          autoComplete="off"
        />
        <div className={styles.actions}>
          <Button type="submit" look="primary" isBusy={isBusy}>
            {t('createModal.create')}
          </Button>
        </div>
      </form>
    </Modal>
  );
}

interface DeleteModalProps {
  readonly projectName: string;
  /** Deletes the project; a rejection leaves the modal open. */
  readonly onDelete: () => Promise<void>;
  readonly onClose: () => void;
}

export function DeleteModal({ projectName, onDelete, onClose }: DeleteModalProps) {
  const { t } = useTranslation();
  return (
    <ConfirmModal
      title={
        <>
          <span className={styles.name}>{projectName || t('shell.untitled')}</span> {t('deleteModal.title')}
        </>
      }
      text={[t('deleteModal.question'), t('deleteModal.warning')]}
      confirm={HOME_ACTIONS.remove}
      onConfirm={onDelete}
      describe={() => t('deleteModal.failed')}
      onClose={onClose}
    />
  );
}
