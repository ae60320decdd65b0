import type { ParseKeys } from 'i18next';
import type { Action } from './Action';

/** A list that keys walk, a row, or a table that is read in rows. */
export interface WalkTarget {
  /** Index of the active entry. */
  readonly at: number;
  readonly count: number;
  /** Number of entries that left and right go on by; omitted where they mean something else. */
  readonly across?: number;
  /** The same of up and down. */
  readonly down?: number;
  readonly page?: number;
  /** One step leads from the last entry to the first one, and back. */
  readonly isRound?: boolean;
  /** False where Home and End mean something else, as in a text. */
  readonly hasEnds?: boolean;
  readonly go: (index: number) => void;
}

/** Index that a step leads to; NaN where its key means something else. */
const reached = ({ at, count, isRound = false }: WalkTarget, step: number): number =>
  isRound && Math.abs(step) === 1 ? (at + step + count) % count : Math.max(0, Math.min(at + step, count - 1));

interface WalkAction extends Action<WalkTarget> {
  readonly to: (target: WalkTarget) => number;
}

function walkAction(name: string, key: string, words: ParseKeys, step: (target: WalkTarget) => number): WalkAction {
  const to = (target: WalkTarget): number => reached(target, step(target));
  return {
    id: `walk.${name}`,
    words,
    chords: [{ key }],
    within: 'list',
    to,
    whyNot: (target) => (to(target) === target.at ? 'walk.noFurther' : null),
    run: (target) => target.go(to(target)),
  };
}

/** The keys that walk a list, wherever one is. */
export const WALK_ACTIONS = {
  previous: walkAction('previous', 'ArrowLeft', 'walk.step', ({ across = Number.NaN }) => -across),
  next: walkAction('next', 'ArrowRight', 'walk.step', ({ across = Number.NaN }) => across),
  up: walkAction('up', 'ArrowUp', 'walk.step', ({ down = Number.NaN }) => -down),
  down: walkAction('down', 'ArrowDown', 'walk.step', ({ down = Number.NaN }) => down),
  pageUp: walkAction('pageUp', 'PageUp', 'walk.page', ({ page = Number.NaN }) => -page),
  pageDown: walkAction('pageDown', 'PageDown', 'walk.page', ({ page = Number.NaN }) => page),
  first: walkAction('first', 'Home', 'walk.end', ({ at, hasEnds = true }) => (hasEnds ? -at : Number.NaN)),
  last: walkAction('last', 'End', 'walk.end', ({ at, count, hasEnds = true }) =>
    hasEnds ? count - 1 - at : Number.NaN,
  ),
} as const satisfies Readonly<Record<string, WalkAction>>;

/** Walks by a key, whatever is held with it. Returns whether the list has such a key. */
export function walk(key: string, target: WalkTarget): boolean {
  const action = Object.values(WALK_ACTIONS).find(({ chords: [chord] }) => chord?.key === key);
  if (!action || target.count === 0 || Number.isNaN(action.to(target))) return false;
  action.run(target);
  return true;
}
