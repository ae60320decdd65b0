import type { ParseKeys } from 'i18next';
import type { FlowStore } from '../stores/flow/FlowStore';
import type { TakesStore } from '../stores/takes/TakesStore';
import type { Action } from './Action';

type Take = ReturnType<TakesStore['of']>[number];

/** The canvas, and the finished pictures of its nodes. */
export interface TakesTarget {
  readonly flow: FlowStore;
  readonly takes: Pick<TakesStore, 'byNode' | 'of' | 'chosen' | 'ratingMin' | 'lookFor' | 'removed' | 'restore'>;
  /** Shows them over the whole window, one after another. */
  readonly judge: (takes: readonly Take[]) => void;
}

export type TakeAction = Action<TakesTarget>;

/** Stars of the filter when it is switched on. */
const FIRST_RATING = 3;

/**
 * All takes of a single selected node; else the shown takes of the selected nodes, or of all when none is selected. In
 * reading order.
 */
function takesToJudge({ flow, takes }: TakesTarget): readonly Take[] {
  const { document, selection } = flow.editor;
  const [only] = selection.nodes;
  if (selection.nodes.size === 1 && only !== undefined) return takes.of(only);
  const nodes = Array.from(selection.nodes.size > 0 ? selection.nodes : takes.byNode.keys());
  return nodes
    .filter((id) => document.node(id) !== undefined)
    .toSorted((one, other) => document.orderOf(one) - document.orderOf(other))
    .flatMap((id) => takes.chosen(id) ?? []);
}

const needsTakes = (target: TakesTarget): ParseKeys | null => {
  if (takesToJudge(target).length > 0) return null;
  return target.flow.editor.selection.nodes.size > 0 ? 'takes.noneSelected' : 'takes.none';
};

/** Takes of which some were deleted here. */
interface RemovedTarget {
  readonly takes: Pick<TakesStore, 'removed' | 'restore'>;
}

const needsRemoved = ({ takes }: RemovedTarget): ParseKeys | null =>
  takes.removed.length > 0 ? null : 'takes.noneDeleted';

/** Actions for choosing among many finished pictures. */
export const TAKE_ACTIONS = {
  judge: {
    id: 'takes.judge',
    words: 'takes.judge',
    chords: [{ key: 'u', primary: true }],
    whyNot: needsTakes,
    run: (target) => {
      if (needsTakes(target) === null) target.judge(takesToJudge(target));
    },
  },
  lookFor: {
    id: 'takes.lookFor',
    words: 'takes.lookFor',
    chords: [{ key: 'u', primary: true, shift: true }],
    isOn: ({ takes }) => takes.ratingMin !== null,
    // The filter can be removed even when the pictures are gone.
    whyNot: ({ takes }) => (takes.byNode.size > 0 || takes.ratingMin !== null ? null : 'takes.none'),
    run: ({ takes }: Pick<TakesTarget, 'takes'>) => takes.lookFor(takes.ratingMin === null ? FIRST_RATING : null),
  },
  restore: {
    id: 'takes.restore',
    words: 'takes.restore',
    chords: [],
    whyNot: needsRemoved,
    run: (target: RemovedTarget) => {
      if (needsRemoved(target) === null) void target.takes.restore();
    },
  },
} as const satisfies Readonly<Record<string, TakeAction>>;
