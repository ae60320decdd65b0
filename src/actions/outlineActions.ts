import type { ParseKeys } from 'i18next';
import type { Action } from './Action';

/** The line of the outline that the keys stand on, and what can be done there. */
export interface OutlineTarget {
  /** What the line shows; null where there is none. */
  readonly line: 'node' | 'input' | 'item' | null;
  /** The line has a text that a person can edit. */
  readonly hasText: boolean;
  readonly hasOutput: boolean;
  /** From 1, among the lines of its node. */
  readonly place: number;
  readonly of: number;
  readonly edit: () => void;
  /** Begins a connection out of the line's node: the next line that is chosen takes it. */
  readonly connect: () => void;
  /** Moves an input or a row among its like. */
  readonly move: (step: 1 | -1) => void;
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
