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

/** Their end is the first entry. */
const BACKWARD = ['ArrowLeft', 'ArrowUp', 'PageUp', 'Home'];

const walkAction = (
  name: string,
  key: string,
  words: ParseKeys,
  step: (target: WalkTarget) => number,
): Action<WalkTarget> => ({
  id: `walk.${name}`,
  words,
  chords: [{ key }],
  within: 'list',
  whyNot: (target) => {
    if (reached(target, step(target)) !== target.at) return null;
    return BACKWARD.includes(key) ? 'outline.isFirst' : 'outline.isLast';
  },
  run: (target) => {
    const to = reached(target, step(target));
    if (target.count > 0 && !Number.isNaN(to)) target.go(to);
  },
});

/** The keys that walk a list, wherever one is. */
export const WALK_ACTIONS = {
  previous: walkAction('previous', 'ArrowLeft', 'shortcuts.walkStep', ({ across = Number.NaN }) => -across),
  next: walkAction('next', 'ArrowRight', 'shortcuts.walkStep', ({ across = Number.NaN }) => across),
  up: walkAction('up', 'ArrowUp', 'shortcuts.walkStep', ({ down = Number.NaN }) => -down),
  down: walkAction('down', 'ArrowDown', 'shortcuts.walkStep', ({ down = Number.NaN }) => down),
  pageUp: walkAction('pageUp', 'PageUp', 'shortcuts.walkPage', ({ page = Number.NaN }) => -page),
  pageDown: walkAction('pageDown', 'PageDown', 'shortcuts.walkPage', ({ page = Number.NaN }) => page),
  first: walkAction('first', 'Home', 'shortcuts.walkEnd', ({ at, hasEnds = true }) => (hasEnds ? -at : Number.NaN)),
  last: walkAction('last', 'End', 'shortcuts.walkEnd', ({ at, count, hasEnds = true }) =>
    hasEnds ? count - 1 - at : Number.NaN,
  ),
} as const;

/** A key, and what is held with it. Shift makes no difference to a list. */
type HeldKey = Pick<KeyboardEvent, 'key'> & Partial<Pick<KeyboardEvent, 'altKey' | 'ctrlKey' | 'metaKey'>>;

/**
 * Walks by a key. With another modifier than Shift it is the browser's or the system's, unless the caller leaves that out.
 * Returns whether the list has such a key.
 */
export function walk({ key, altKey, ctrlKey, metaKey }: HeldKey, target: WalkTarget): boolean {
  if (altKey || ctrlKey || metaKey) return false;
  let isWalked = false;
  const go = (index: number): void => {
    isWalked = true;
    target.go(index);
  };
  Object.values(WALK_ACTIONS)
    .find(({ chords: [chord] }) => chord?.key === key)
    ?.run({ ...target, go });
  return isWalked;
}
