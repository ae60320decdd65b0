import { useLayoutEffect, useRef, type MouseEvent, type RefObject, type SyntheticEvent } from 'react';

/** The dialog's own box is filled by its content: what hits the dialog itself hit its backdrop. */
const isOutside = (event: MouseEvent): boolean => event.target === event.currentTarget;

interface ModalDialog {
  readonly ref: RefObject<HTMLDialogElement | null>;
  readonly onCancel: (event: SyntheticEvent) => void;
  readonly onMouseDown: (event: MouseEvent) => void;
  readonly onClick: (event: MouseEvent) => void;
}

/**
 * What a `<dialog>` needs to be modal for as long as it is mounted; its props. Escape, the browser's back gesture and a
 * click outside ask for `onClose`; it is the caller who unmounts it.
 */
export function useModalDialog(onClose: () => void): ModalDialog {
  const ref = useRef<HTMLDialogElement>(null);
  // A press that began inside (selecting the name, say) and ended outside is no click outside, nor is the second one of
  // the double-click that opened it.
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
