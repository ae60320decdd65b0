import type { ParseKeys } from 'i18next';
import type { Chord } from '../engine';

/**
 * One thing that a person can trigger. Keys, buttons and the accessible layer are made from it, so that they have the same
 * words, the same reason when it is off, and the same effect.
 */
export interface Action<Target> {
  /** Unique among all actions. */
  readonly id: string;
  readonly words: ParseKeys;
  /** The first one is what a tooltip shows; empty when no key triggers it. */
  readonly chords: readonly Chord[];
  /** Returns why it cannot run now, as a key of the sentence that people read; null when it can. */
  readonly whyNot: (target: Target) => ParseKeys | null;
  /** Does nothing when it cannot run. */
  readonly run: (target: Target) => void;
}

/** The same action with its target in it, for a button that knows the canvas alone. */
export const bindAction = <Target>(action: Action<Target>, target: Target): Action<unknown> => ({
  ...action,
  whyNot: () => action.whyNot(target),
  run: () => action.run(target),
});
