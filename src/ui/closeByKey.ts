import type { KeyboardEvent as ReactKeyboardEvent } from 'react';
import { DIALOG_ACTIONS } from '../actions/dialogActions';
import { isComposing } from './isComposing';

const { close } = DIALOG_ACTIONS;

/** Whether the key closes what is open: an IME may need it for itself. */
export const isCloseKey = (event: KeyboardEvent): boolean =>
  close.chords.some(({ key }) => key === event.key) && !isComposing(event);

/**
 * Closes what hears the keys of all that is in it, unless a field or a dialog in it has used the key. Nothing else hears the
 * key then. Returns whether it was used.
 */
export function closeByKey(event: ReactKeyboardEvent, onClose: () => void): boolean {
  const { target, currentTarget, nativeEvent } = event;
  const dialog = target instanceof Element ? target.closest('dialog') : null;
  if (!isCloseKey(nativeEvent) || event.defaultPrevented || currentTarget.contains(dialog)) return false;
  event.preventDefault();
  event.stopPropagation();
  close.run(onClose);
  return true;
}
