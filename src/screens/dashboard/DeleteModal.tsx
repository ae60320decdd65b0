import { useTranslation } from 'react-i18next';
import { ConfirmModal } from '../../ui/ConfirmModal';
import styles from './ProjectModals.module.css';

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
      confirm={t('deleteModal.delete')}
      cancel={t('deleteModal.cancel')}
      onConfirm={onDelete}
      describe={() => t('deleteModal.failed')}
      onClose={onClose}
    />
  );
}
