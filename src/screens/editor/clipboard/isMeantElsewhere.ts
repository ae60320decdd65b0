/** Fields take their text themselves, and what is under a dialog takes nothing. */
export const isMeantElsewhere = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('input, textarea, select, [contenteditable], dialog') !== null;
