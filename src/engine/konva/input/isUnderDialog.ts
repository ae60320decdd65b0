/** Whether a dialog has the event: it does while it is open, even where the element in it that had the focus is gone. */
export const isUnderDialog = (target: EventTarget | null): boolean =>
  target instanceof Element &&
  (target.closest('dialog') !== null || (target === document.body && document.querySelector('dialog[open]') !== null));
