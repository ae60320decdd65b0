import type { Action } from '../actions';
import { notify } from './toasts/notify';

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
