import type { KeyboardEvent as ReactKeyboardEvent } from 'react';
import { DIALOG_ACTIONS } from '../actions/dialogActions';
import { isComposing } from '../engine/konva';

const { close } = DIALOG_ACTIONS;

/** Whether the key closes what is open: an IME may need it for itself. */
export const isCloseKey = (event: KeyboardEvent): boolean =>
  close.chords.some(({ key }) => key === event.key) && !isComposing(event);

/**
 * Closes what hears the keys of all that is in it, unless a field or a dialog in it has used the key. Nothing else hears the
 * key then. Returns whether it was used.
 */
export function closeByKey(event: ReactKeyboardEvent | KeyboardEvent, onClose: () => void): boolean {
  const { target, currentTarget } = event;
  const dialog = target instanceof Element ? target.closest('dialog') : null;
  const isIn = currentTarget instanceof Node && currentTarget.contains(dialog);
  if (!isCloseKey('nativeEvent' in event ? event.nativeEvent : event) || event.defaultPrevented || isIn) return false;
  event.preventDefault();
  event.stopPropagation();
  close.run(onClose);
  return true;
}
