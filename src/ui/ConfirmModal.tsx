import { useState, type ReactNode } from 'react';
import { ActionButton } from './ActionButton';
import styles from './ConfirmModal.module.css';
import { Modal } from './Modal';
import type { Action } from '../actions';
import { DIALOG_ACTIONS } from '../actions/dialogActions';

interface ConfirmModalProps {
  readonly title: ReactNode;
  /** Explanation, a paragraph each. */
  readonly text: readonly string[];
  /** Its words are those of the button that confirms. */
  readonly confirm: Action<() => void>;
  /** Does the action; a rejection leaves the modal open, ready for another try. */
  readonly onConfirm: () => Promise<void>;
  /** Words for a rejection. */
  readonly describe: (error: unknown) => string;
  readonly onClose: () => void;
}

/** Asks before something that cannot be taken back. */
export function ConfirmModal({ title, text, confirm, onConfirm, describe, onClose }: ConfirmModalProps) {
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);

  const act = async (): Promise<void> => {
    setIsBusy(true);
    setFailure(null);
    try {
      await onConfirm();
    } catch (error) {
      setFailure(describe(error));
      setIsBusy(false);
    }
  };

  return (
    <Modal title={title} onClose={onClose}>
      <div className={styles.text}>
        {text.map((paragraph) => (
          <p key={paragraph}>{paragraph}</p>
        ))}
      </div>
      {failure !== null && (
        <p role="alert" className={styles.failure}>
          {failure}
        </p>
      )}
      <div className={styles.actions}>
        <ActionButton action={DIALOG_ACTIONS.cancel} target={onClose} />
        <ActionButton look="danger" isBusy={isBusy} action={confirm} target={() => void act()} />
      </div>
    </Modal>
  );
}
