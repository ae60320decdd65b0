import type { ParseKeys } from 'i18next';
import type { Action } from './Action';

/** The search beside the canvas, while it is open. */
export interface FindTarget {
  /** Number of nodes found so far. */
  readonly count: number;
  /** True while some nodes have not been looked at yet. */
  readonly isReading: boolean;
  /** Takes the selection and the view to the next hit, or to the one before. */
  readonly go: (step: 1 | -1) => void;
  readonly replaceHere: () => void;
  readonly replaceAll: () => void;
}

export type FindAction = Action<FindTarget>;

const needsFound = ({ count, isReading }: FindTarget): ParseKeys | null => {
  if (count > 0) return null;
  return isReading ? 'find.reading' : 'find.nothing';
};

const findAction = (id: string, words: ParseKeys, rest: Omit<FindAction, 'id' | 'words'>): FindAction => ({
  id: `find.${id}`,
  words,
  within: 'find',
  ...rest,
  run: (target) => {
    if (rest.whyNot(target) === null) rest.run(target);
  },
});

export const FIND_ACTIONS = {
  next: findAction('next', 'find.next', {
    chords: [{ key: 'F3' }],
    isFromText: true,
    isRepeated: true,
    whyNot: needsFound,
    run: ({ go }) => go(1),
  }),
  previous: findAction('previous', 'find.previous', {
    chords: [{ key: 'F3', shift: true }],
    isFromText: true,
    isRepeated: true,
    whyNot: needsFound,
    run: ({ go }) => go(-1),
  }),
  replace: findAction('replace', 'find.replace', {
    chords: [],
    whyNot: needsFound,
    run: ({ replaceHere }) => replaceHere(),
  }),
  replaceAll: findAction('replaceAll', 'find.replaceAll', {
    chords: [],
    // Words in nodes that are not read yet would stay unreplaced.
    whyNot: (target) => (target.isReading ? 'find.reading' : needsFound(target)),
    run: ({ replaceAll }) => replaceAll(),
  }),
} as const satisfies Readonly<Record<string, FindAction>>;
