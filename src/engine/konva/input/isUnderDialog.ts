/** Whether an event at this target belongs to a dialog: the target is in one, or is the body while one is open, whose focused element has gone. */
export const isUnderDialog = (target: EventTarget | null): boolean =>
  target instanceof Element &&
  (target.closest('dialog') !== null || (target === document.body && document.querySelector('dialog[open]') !== null));
