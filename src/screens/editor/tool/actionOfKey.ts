import type { KeyboardEvent as ReactKeyboardEvent } from 'react';
import type { Action } from '../../../actions';
import { isPressed } from '../../../engine';

/** Returns the action whose keys these are. */
export function actionOfKey<Some extends Pick<Action<never>, 'chords'>>(
  actions: readonly Some[],
  event: KeyboardEvent | ReactKeyboardEvent,
): Some | undefined {
  const { key, code, shiftKey, ctrlKey, metaKey, altKey } = event;
  const input = { key, code, shift: shiftKey, primary: ctrlKey || metaKey, alt: altKey };
  return actions.find(({ chords }) => chords.some((chord) => isPressed(chord, input)));
}
