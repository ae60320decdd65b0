import { useId, useLayoutEffect, useRef, type MouseEvent, type ReactNode } from 'react';
import styles from './Modal.module.css';

interface ModalProps {
  readonly title: ReactNode;
  /** Escape, a click outside or the browser's back gesture on the dialog asks for this. */
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** The dialog's own box is filled by its content: what hits the dialog itself hit its backdrop. */
const isOutside = (event: MouseEvent): boolean => event.target === event.currentTarget;

/**
 * A question over the page. The browser's own dialog keeps the focus inside, makes the page behind inert and gives
 * the focus back to what opened it.
 */
export function Modal({ title, onClose, children }: ModalProps) {
  const titleId = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  // A press that began inside (selecting the name, say) and ended outside is no click outside.
  const pressBeganOutside = useRef(false);

  useLayoutEffect(() => {
    const shown = dialog.current;
    shown?.showModal();
    return () => shown?.close();
  }, []);

  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- Escape is the dialog's own key
    <dialog
      ref={dialog}
      className={styles.dialog}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onMouseDown={(event) => {
        pressBeganOutside.current = isOutside(event);
      }}
      onClick={(event) => {
        if (isOutside(event) && pressBeganOutside.current) onClose();
      }}
    >
      <div className={styles.content}>
        <h2 id={titleId} className={styles.title}>
          {title}
        </h2>
        {children}
      </div>
    </dialog>
  );
}
