import { useId, type ReactNode } from 'react';
import styles from './Modal.module.css';
import { useModalDialog } from './useModalDialog';

interface ModalProps {
  readonly title: ReactNode;
  /** Escape, a click outside or the browser's back gesture on the dialog asks for this. */
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/**
 * A question over the page. The browser's own dialog keeps the focus inside, makes the page behind inert and gives
 * the focus back to what opened it.
 */
export function Modal({ title, onClose, children }: ModalProps) {
  const titleId = useId();
  const dialog = useModalDialog(onClose);

  return (
    <dialog {...dialog} className={styles.dialog} aria-labelledby={titleId}>
      <div className={styles.content}>
        <h2 id={titleId} className={styles.title}>
          {title}
        </h2>
        {children}
      </div>
    </dialog>
  );
}
