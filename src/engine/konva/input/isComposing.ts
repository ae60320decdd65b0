/** Safari ends a composition before its last key and marks that key only with this key code. */
const IME_KEY_CODE = 229;

/** Whether a key belongs to the syllable that an IME is composing: its Enter ends the syllable and means nothing else. */
export const isComposing = (event: Pick<KeyboardEvent, 'isComposing' | 'keyCode'>): boolean =>
  event.isComposing || event.keyCode === IME_KEY_CODE;
