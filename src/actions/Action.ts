import type { ParseKeys } from 'i18next';
import type { Chord } from '../engine';

/** Words with a number in them, shown beside an action. */
export interface ActionDetail {
  readonly words: ParseKeys;
  readonly count: number;
}

/** Parts of the page with keys of their own. */
export const KEY_PLACES = [
  'panel',
  'list',
  'outline',
  'row',
  'find',
  'takes',
  'comparison',
  'sheet',
  'library',
] as const;

/**
 * One thing that a person can trigger. Keys, buttons and the accessible layer are made from it, so that they have the same
 * words, the same reason when it is off, and the same effect. What a standard control does by itself is none: typing into a
 * field, choosing an option, a tab or a mode, unfolding a part of the view, a drag.
 */
export interface Action<Target> {
  /** Unique among all actions. */
  readonly id: string;
  readonly words: ParseKeys;
  /** Its exact effect now, when its words alone do not say it; null for nothing to add. */
  readonly detail?: (target: Target) => ActionDetail | null;
  /** The first one is shown in the tooltip; empty when no key triggers it. */
  readonly chords: readonly Chord[];
  /** The part of the page whose keys its keys are, while that has the focus or, as the search, is open; of the whole page when omitted. */
  readonly within?: (typeof KEY_PLACES)[number];
  /** Its keys also work while a text is edited. */
  readonly isFromText?: boolean;
  /** A key that stays down does it again and again. */
  readonly isRepeated?: boolean;
  /** Says what else it does with Shift held. */
  readonly withShift?: ParseKeys;
  /** Returns why it cannot run now, as a key of the sentence that people read; null when it can. */
  readonly whyNot: (target: Target) => ParseKeys | null;
  /** State of an action that is on or off. */
  readonly isOn?: (target: Target) => boolean;
  /** Does nothing when it cannot run. `isShifted`: Shift was held, with its key or its button. */
  readonly run: (target: Target, isShifted?: boolean) => void;
}

/** The same action with its target bound, for a button that knows only the canvas. */
export const bindAction = <Target>({ isOn, ...action }: Action<Target>, target: Target): BoundAction => ({
  ...action,
  detail: () => action.detail?.(target) ?? null,
  whyNot: () => action.whyNot(target),
  ...(isOn && { isOn: () => isOn(target) }),
  run: (_, isShifted) => action.run(target, isShifted),
});

/** An action with its target bound. */
export type BoundAction = Action<unknown>;

/** An action that is done by its target, which is given where the action stands. */
export const givenAction = (
  id: string,
  words: ParseKeys,
  keys: Partial<Pick<Action<never>, 'chords' | 'within'>> = {},
): Action<() => void> => ({ id, words, chords: [], whyNot: () => null, run: (act) => act(), ...keys });
