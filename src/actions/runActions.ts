import type { ParseKeys } from 'i18next';
import type { Chord } from '../engine';
import type { FlowStore } from '../stores/flow/FlowStore';
import type { RunsStore } from '../stores/runs/RunsStore';
import type { Action } from './Action';

/** The canvas, and the runs of its project. */
export interface RunTarget {
  readonly flow: FlowStore;
  readonly runs: Pick<RunsStore, 'failed'> & { readonly planning: Pick<RunsStore['planning'], 'ask'> };
  /** True with Shift: no existing picture is used. */
  readonly isFresh?: boolean;
}

export type RunAction = Action<RunTarget>;

/** The key itself, and with Shift, which makes everything again. */
const withShift = (key: string): readonly Chord[] => [
  { key, primary: true },
  { key, primary: true, shift: true },
];

const needsSelection = ({ flow }: RunTarget): ParseKeys | null =>
  flow.selection.nodes.size > 0 ? null : 'action.nothingSelected';

/** Why no image node of the selection can run now; null when one can, and when they are too many to check each. */
function selectedRunRefusal(target: RunTarget): ParseKeys | null {
  const runs = target.flow.selectedRuns;
  if (!runs) return null;
  if (runs.images === 0) return 'action.noImageSelected';
  if (runs.ready.length > 0) return null;
  if (runs.inMode === runs.images) return 'mode.noneRuns';
  return runs.underWay.length === runs.images ? 'action.runsAlready' : 'node.runNeedsLeft';
}

const runAction = (
  id: string,
  words: ParseKeys,
  chords: readonly Chord[],
  whyNot: RunAction['whyNot'],
  run: RunAction['run'],
): RunAction => ({
  id: `run.${id}`,
  words,
  chords,
  whyNot,
  run: (target) => {
    if (whyNot(target) === null) run(target);
  },
});

/** Runs over several nodes. Each asks before it calls more than one picture. */
export const RUN_ACTIONS = {
  selection: runAction('selection', 'runs.selection', withShift('Enter'), selectedRunRefusal, (target) => {
    const { flow, runs, isFresh = false } = target;
    const ready = flow.selectedRuns?.ready;
    const [only] = ready ?? [];
    // A single node runs like its own Run button, which always makes another picture.
    if (ready?.length === 1 && only !== undefined) flow.editor.act(only, 'run');
    else runs.planning.ask('selection', ready ?? flow.selection.nodes, isFresh);
  }),
  upTo: runAction('upTo', 'runs.upTo', withShift('['), needsSelection, ({ flow, runs, isFresh = false }) =>
    runs.planning.ask('upTo', flow.selection.nodes, isFresh),
  ),
  from: runAction('from', 'runs.from', withShift(']'), needsSelection, ({ flow, runs, isFresh = false }) =>
    runs.planning.ask('from', flow.selection.nodes, isFresh),
  ),
  all: runAction(
    'all',
    'runs.all',
    withShift('e'),
    ({ flow }) => (flow.nodeCount > 0 ? null : 'action.emptyCanvas'),
    ({ runs, isFresh = false }) => runs.planning.ask('all', [], isFresh),
  ),
  // This plans all failures, of several runs and of runs by hand; the server's retry would repeat one run without
  // asking.
  failed: runAction(
    'failed',
    'runs.failed',
    [{ key: 'j', primary: true }],
    ({ runs }) => (runs.failed.length > 0 ? null : 'runs.noneFailed'),
    ({ runs }) => runs.planning.ask('failed', runs.failed, false),
  ),
} as const satisfies Readonly<Record<string, RunAction>>;
