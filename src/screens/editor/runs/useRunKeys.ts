import { useEffect } from 'react';
import { RUN_ACTIONS, type RunAction, type RunTarget } from '../../../actions';
import type { Chord } from '../../../engine';
import { notify } from '../../../ui/toasts/notify';
import { isMeantElsewhere } from '../clipboard/useClipboard';

/** The places of keys that write something else on other keyboards, and with Shift. */
const CODES: Readonly<Record<string, string>> = { '[': 'BracketLeft', ']': 'BracketRight', e: 'KeyE', j: 'KeyJ' };

const isPressed = ({ key, primary = false, shift = false }: Chord, event: KeyboardEvent): boolean =>
  (event.key === key || event.code === CODES[key]) &&
  (event.ctrlKey || event.metaKey) === primary &&
  event.shiftKey === shift &&
  !event.altKey;

const actionOf = (event: KeyboardEvent): RunAction | undefined =>
  Object.values<RunAction>(RUN_ACTIONS).find(({ chords }) => chords.some((chord) => isPressed(chord, event)));

/** Enter on a button presses it. */
const isForButton = ({ key, target }: KeyboardEvent): boolean =>
  key === 'Enter' && target instanceof Element && target.closest('button, a') !== null;

/** Listens to the keys that run several nodes; says why where they cannot. */
export function useRunKeys(target: RunTarget): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.isComposing || isMeantElsewhere(event.target) || isForButton(event)) return;
      const action = actionOf(event);
      if (!action) return;
      event.preventDefault();
      const whyNot = action.whyNot(target);
      if (whyNot === null) action.run({ ...target, isFresh: event.shiftKey });
      else notify({ variant: 'info', titleKey: whyNot });
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [target]);
}
