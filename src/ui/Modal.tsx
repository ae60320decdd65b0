import {
  useId,
  type ReactNode,
  useLayoutEffect,
  useRef,
  type MouseEvent,
  type RefObject,
  type SyntheticEvent,
} from 'react';
import styles from './Modal.module.css';
import { takeTop } from './topPlace';

/** The dialog's content fills its box: an event on the dialog itself is on its backdrop. */
const isOutside = (event: MouseEvent): boolean => event.target === event.currentTarget;

/** Chromium gives the focus back to a field without its caret: nothing that is typed would enter it. */
function giveCaretBack(): void {
  const { activeElement: field } = document;
  if (!(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)) return;
  const { selectionStart, selectionEnd, selectionDirection } = field;
  // Fields of some types have no caret.
  if (selectionStart !== null) field.setSelectionRange(selectionStart, selectionEnd, selectionDirection ?? undefined);
}

interface ModalDialog {
  readonly ref: RefObject<HTMLDialogElement | null>;
  readonly onCancel: (event: SyntheticEvent) => void;
  readonly onClose: () => void;
  readonly onMouseDown: (event: MouseEvent) => void;
  readonly onClick: (event: MouseEvent) => void;
}

/**
 * Props that make a `<dialog>` modal while it is mounted. Escape, the browser's back gesture and a click outside call `onClose`
 * unless `isHeld`; the caller unmounts it.
 */
export function useModalDialog(onClose: () => void, isHeld = false): ModalDialog {
  const ref = useRef<HTMLDialogElement>(null);
  // A press that began inside (while selecting the name, say) and ended outside is no click outside, nor is the second
  // one of the double-click that opened it.
  const pressBeganOutside = useRef(false);

  useLayoutEffect(() => {
    const shown = ref.current;
    if (!shown) return undefined;
    shown.showModal();
    const giveTopBack = takeTop(shown);
    return () => {
      giveTopBack();
      shown.close();
      giveCaretBack();
    };
  }, []);

  return {
    ref,
    onCancel: (event) => {
      event.preventDefault();
      if (!isHeld) onClose();
    },
    onClose: () => {
      // The browser lets no page prevent two in a row: it closes the dialog itself at the second Escape.
      if (ref.current?.open) return;
      if (isHeld) ref.current?.showModal();
      else onClose();
    },
    onMouseDown: (event) => {
      pressBeganOutside.current = isOutside(event) && event.detail < 2;
    },
    onClick: (event) => {
      if (isOutside(event) && pressBeganOutside.current && !isHeld) onClose();
    },
  };
}

interface ModalProps {
  readonly title: ReactNode;
  /** Escape, a click outside or the browser's back gesture on the dialog asks for this. */
  readonly onClose: () => void;
  /** True while none of these does anything: it would lose what cannot be shown again. */
  readonly isHeld?: boolean;
  readonly children: ReactNode;
}

/**
 * A question over the page. The browser's own dialog keeps the focus inside, makes the page behind inert and gives
 * the focus back to what opened it.
 */
export function Modal({ title, onClose, isHeld, children }: ModalProps) {
  const titleId = useId();
  const dialog = useModalDialog(onClose, isHeld);

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
