import { useLayoutEffect, useRef, type MouseEvent, type RefObject, type SyntheticEvent } from 'react';

/** The dialog's content fills its box: an event on the dialog itself is on its backdrop. */
const isOutside = (event: MouseEvent): boolean => event.target === event.currentTarget;

interface ModalDialog {
  readonly ref: RefObject<HTMLDialogElement | null>;
  readonly onCancel: (event: SyntheticEvent) => void;
  readonly onMouseDown: (event: MouseEvent) => void;
  readonly onClick: (event: MouseEvent) => void;
}

/**
 * Props that make a `<dialog>` modal while it is mounted. Escape, the browser's back gesture and a click outside call
 * `onClose`; the caller unmounts it.
 */
export function useModalDialog(onClose: () => void): ModalDialog {
  const ref = useRef<HTMLDialogElement>(null);
  // A press that began inside (while selecting the name, say) and ended outside is no click outside, nor is the second
  // one of the double-click that opened it.
  const pressBeganOutside = useRef(false);

  useLayoutEffect(() => {
    const shown = ref.current;
    shown?.showModal();
    return () => shown?.close();
  }, []);

  return {
    ref,
    onCancel: (event) => {
      event.preventDefault();
      onClose();
    },
    onMouseDown: (event) => {
      pressBeganOutside.current = isOutside(event) && event.detail < 2;
    },
    onClick: (event) => {
      if (isOutside(event) && pressBeganOutside.current) onClose();
    },
  };
}
