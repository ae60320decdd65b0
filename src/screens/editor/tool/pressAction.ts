import type { KeyboardEvent as ReactKeyboardEvent } from 'react';
import type { Action } from '../../../actions';
import { isPressed } from '../../../engine';
import { notify } from '../../../ui/toasts/notify';

/** Runs the action, or says why it cannot run. Returns whether it ran. */
export function pressAction<Target>(
  action: Pick<Action<Target>, 'whyNot' | 'run'>,
  target: Target,
  isShifted = false,
): boolean {
  const whyNot = action.whyNot(target);
  if (whyNot === null) action.run(target, isShifted);
  else notify({ variant: 'info', titleKey: whyNot });
  return whyNot === null;
}

/** Returns the action whose keys these are. */
export function actionOfKey<Some extends Pick<Action<never>, 'chords'>>(
  actions: readonly Some[],
  event: KeyboardEvent | ReactKeyboardEvent,
): Some | undefined {
  const { key, code, shiftKey, ctrlKey, metaKey, altKey } = event;
  const input = { key, code, shift: shiftKey, primary: ctrlKey || metaKey, alt: altKey };
  return actions.find(({ chords }) => chords.some((chord) => isPressed(chord, input)));
}
