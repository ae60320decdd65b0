import type { ParseKeys } from 'i18next';
import type { Action } from './Action';

/** The active line of the outline, and the functions that act on it. */
export interface OutlineTarget {
  /** The kind of line; null without one. */
  readonly line: 'node' | 'input' | 'item' | null;
  /** True when the line has a text that a person can edit. */
  readonly hasText: boolean;
  readonly hasOutput: boolean;
  /** Position among the lines of its node, from 1. */
  readonly place: number;
  readonly of: number;
  readonly edit: () => void;
  /** Begins a connection at the line's node: the next chosen line takes it. */
  readonly connect: () => void;
  /** Moves an input or a row among those of its kind. */
  readonly move: (step: 1 | -1) => void;
  /** Removes the row whose line it is while its category alone is selected; returns whether it did. */
  readonly removeRow: () => boolean;
}

export type OutlineAction = Action<OutlineTarget>;

const cannotMove = ({ line, place, of }: OutlineTarget, step: 1 | -1): ParseKeys | null => {
  if (line === null) return 'outline.noLine';
  if (line === 'node') return 'outline.orderFollows';
  const next = place + step;
  return next < 1 ? 'outline.isFirst' : next > of ? 'outline.isLast' : null;
};

const outlineAction = (
  id: string,
  words: ParseKeys,
  rest: Pick<OutlineAction, 'chords' | 'whyNot' | 'run'>,
): OutlineAction => ({
  id: `outline.${id}`,
  words,
  chords: rest.chords,
  within: 'outline',
  whyNot: rest.whyNot,
  run: (target) => {
    if (rest.whyNot(target) === null) rest.run(target);
  },
});

/** The actions on a line of the outline, besides those on the selection. */
export const OUTLINE_ACTIONS = {
  edit: outlineAction('edit', 'outline.edit', {
    chords: [{ key: 'F2' }],
    whyNot: ({ line, hasText }) => (line === null ? 'outline.noLine' : hasText ? null : 'outline.noText'),
    run: ({ edit }) => edit(),
  }),
  connect: outlineAction('connect', 'outline.connect', {
    chords: [{ key: 'l' }],
    whyNot: ({ line, hasOutput }) => (line === null ? 'outline.noLine' : hasOutput ? null : 'refusal.noOutput'),
    run: ({ connect }) => connect(),
  }),
  moveUp: outlineAction('moveUp', 'outline.moveUp', {
    chords: [{ key: 'ArrowUp', alt: true }],
    whyNot: (target) => cannotMove(target, -1),
    run: ({ move }) => move(-1),
  }),
  moveDown: outlineAction('moveDown', 'outline.moveDown', {
    chords: [{ key: 'ArrowDown', alt: true }],
    whyNot: (target) => cannotMove(target, 1),
    run: ({ move }) => move(1),
  }),
} as const satisfies Readonly<Record<string, OutlineAction>>;
