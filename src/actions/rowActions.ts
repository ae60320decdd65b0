import type { ParseKeys } from 'i18next';
import { givenAction, type Action } from './Action';

/** A row of a category, and the function that moves it. */
export interface RowTarget {
  /** Position among the rows of its category, from 1. */
  readonly place: number;
  readonly of: number;
  readonly move: (step: 1 | -1) => void;
}

const moveAction = (
  name: string,
  key: string,
  words: ParseKeys,
  { step, end }: { readonly step: 1 | -1; readonly end: ParseKeys },
): Action<RowTarget> => {
  const whyNot = ({ place, of }: RowTarget): ParseKeys | null => (place + step < 1 || place + step > of ? end : null);
  return {
    id: `row.${name}`,
    words,
    chords: [{ key }],
    within: 'row',
    whyNot,
    run: (target) => {
      if (whyNot(target) === null) target.move(step);
    },
  };
};

/** The actions on a row of a category, at its grip; Delete removes it as it removes what is selected. */
export const ROW_ACTIONS = {
  takeOut: givenAction('row.takeOut', 'node.moveItem'),
  moveUp: moveAction('moveUp', 'ArrowUp', 'outline.moveUp', { step: -1, end: 'outline.isFirst' }),
  moveDown: moveAction('moveDown', 'ArrowDown', 'outline.moveDown', { step: 1, end: 'outline.isLast' }),
} as const;
