import type { ParseKeys } from 'i18next';
import type { Rating } from '../stores/takes/RatingSender';
import type { TakesStore } from '../stores/takes/TakesStore';
import type { Action } from './Action';

type Take = ReturnType<TakesStore['of']>[number];

/** Finished pictures or texts shown together: those of a node, of a sheet or of the library. */
export interface TakeListTarget {
  /** Number of takes that would be compared. */
  readonly compared: number;
  /** Number of takes that would be judged. */
  readonly count: number;
  readonly compare: () => void;
  readonly judge: () => void;
}

const needsTwo = ({ compared }: Pick<TakeListTarget, 'compared'>): ParseKeys | null =>
  compared > 1 ? null : 'compare.needsTwo';
const needsTake = ({ count }: Pick<TakeListTarget, 'count'>): ParseKeys | null => (count > 0 ? null : 'takes.none');

/** The actions on a list of takes. */
export const TAKE_LIST_ACTIONS = {
  compare: {
    id: 'takeList.compare',
    words: 'compare.name',
    chords: [],
    whyNot: needsTwo,
    run: (target: Pick<TakeListTarget, 'compared' | 'compare'>) => {
      if (needsTwo(target) === null) target.compare();
    },
  },
  judge: {
    id: 'takeList.judge',
    words: 'takes.judge',
    chords: [],
    whyNot: needsTake,
    run: (target: Pick<TakeListTarget, 'count' | 'judge'>) => {
      if (needsTake(target) === null) target.judge();
    },
  },
} as const satisfies Readonly<Record<string, Action<TakeListTarget>>>;

type Verb = 'choose' | 'mark' | 'useSettings' | 'branch' | 'put' | 'goTo' | 'copy' | 'download' | 'remove';

/** One take of a list, and the functions that act on it, as far as its list has them. */
export type TakeTarget<Some extends Verb = Verb> = Readonly<Record<Some, () => void>> & {
  readonly take: Take;
  /** True when its node shows it. */
  readonly isChosen?: boolean;
  /** True when it is marked for comparison. */
  readonly isMarked?: boolean;
  /** True when its node has its settings already. */
  readonly hasSettings?: boolean;
  /** True when its node was deleted. */
  readonly isNodeGone?: boolean;
};

const needsRecipe = ({ take }: Pick<TakeTarget, 'take'>): ParseKeys | null =>
  take.recipe === null ? 'takes.noRecipe' : null;

function takeAction<Some extends Verb>(
  verb: Some,
  words: ParseKeys,
  rest: Partial<Pick<Action<TakeTarget<Some>>, 'id' | 'chords' | 'within' | 'whyNot' | 'isOn'>> = {},
): Action<TakeTarget<Some>> {
  const { whyNot = () => null } = rest;
  return {
    id: `take.${verb}`,
    chords: [],
    within: 'takes',
    ...rest,
    words,
    whyNot,
    run: (target) => {
      if (whyNot(target) === null) target[verb]();
    },
  };
}

/** The actions on one take. A text has words of its own for some of them. */
export const ONE_TAKE_ACTIONS = {
  choose: takeAction('choose', 'takes.choose', {
    chords: [{ key: 'Enter' }, { key: ' ' }],
    isOn: ({ isChosen = false }) => isChosen,
  }),
  mark: takeAction('mark', 'compare.mark', {
    chords: [{ key: 'c' }],
    isOn: ({ isMarked = false }) => isMarked,
  }),
  useSettings: takeAction('useSettings', 'takes.useSettings', {
    whyNot: (target) => needsRecipe(target) ?? (target.hasSettings ? 'takes.sameSettings' : null),
  }),
  branch: takeAction('branch', 'library.branch', { chords: [{ key: 'b' }], whyNot: needsRecipe }),
  put: takeAction('put', 'library.put', { chords: [{ key: 'Enter' }], within: 'library' }),
  putText: takeAction('put', 'writing.addText', { id: 'take.putText' }),
  goTo: takeAction('goTo', 'madeOf.goTo', { whyNot: ({ isNodeGone }) => (isNodeGone ? 'madeOf.nodeGone' : null) }),
  goToElsewhere: takeAction('goTo', 'library.goToElsewhere', { id: 'take.goToElsewhere' }),
  copy: takeAction('copy', 'takes.copy'),
  copyText: takeAction('copy', 'takes.copyText', { id: 'take.copyText' }),
  download: takeAction('download', 'takes.download'),
  downloadText: takeAction('download', 'takes.downloadText', { id: 'take.downloadText' }),
  remove: takeAction('remove', 'takes.delete', { chords: [{ key: 'Delete' }, { key: 'Backspace' }] }),
} as const satisfies Readonly<Record<string, Action<TakeTarget>>>;

/** A list of takes that are rated by keys. */
export interface RatingTarget {
  readonly rate: (rating: Rating) => void;
}

export interface RateAction extends Action<RatingTarget> {
  readonly rating: Rating;
}

const rateAction = (
  id: string,
  key: string,
  rating: Rating,
  rest: Pick<RateAction, 'words' | 'detail'>,
): RateAction => ({
  id: `take.${id}`,
  ...rest,
  chords: [{ key }],
  within: 'takes',
  rating,
  whyNot: () => null,
  run: ({ rate }) => rate(rating),
});

/** The ratings of a take: stars, rejected, and none. */
export const RATE_ACTIONS: readonly RateAction[] = [
  ...([1, 2, 3, 4, 5] as const).map((stars) =>
    rateAction(`star${stars}`, String(stars), stars, {
      words: 'takes.rate',
      detail: () => ({ words: 'takes.star', count: stars }),
    }),
  ),
  rateAction('reject', 'x', -1, { words: 'takes.reject' }),
  rateAction('unrate', '0', null, { words: 'takes.unrate' }),
];
