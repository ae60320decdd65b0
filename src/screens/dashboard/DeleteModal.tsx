import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/Button';
import { Modal } from '../../ui/Modal';
import styles from './ProjectModals.module.css';

interface DeleteModalProps {
  readonly projectName: string;
  /** Deletes the project; a rejection leaves the modal open. */
  readonly onDelete: () => Promise<void>;
  readonly onClose: () => void;
}

export function DeleteModal({ projectName, onDelete, onClose }: DeleteModalProps) {
  const { t } = useTranslation();
  const [isBusy, setIsBusy] = useState(false);
  const [hasFailed, setHasFailed] = useState(false);

  const confirm = async (): Promise<void> => {
    setIsBusy(true);
    setHasFailed(false);
    try {
      await onDelete();
    } catch {
      setHasFailed(true);
      setIsBusy(false);
    }
  };

  return (
    <Modal
      title={
        <>
          <span className={styles.name}>{projectName || t('shell.untitled')}</span> {t('deleteModal.title')}
        </>
      }
      onClose={onClose}
    >
      <div className={styles.text}>
        <p>{t('deleteModal.question')}</p>
        <p>{t('deleteModal.warning')}</p>
      </div>
      {hasFailed && (
        <p role="alert" className={styles.failure}>
          {t('deleteModal.failed')}
        </p>
      )}
      <div className={styles.actions}>
        <Button onClick={onClose}>{t('deleteModal.cancel')}</Button>
        <Button look="danger" isBusy={isBusy} onClick={() => void confirm()}>
          {t('deleteModal.delete')}
        </Button>
      </div>
    </Modal>
  );
}
