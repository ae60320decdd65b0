import type { ParseKeys } from 'i18next';
import type { Chord } from '../engine';
import type { FlowStore } from '../stores/flow/FlowStore';
import type { RunsStore } from '../stores/runs/RunsStore';
import { leadsToRun } from '../stores/runs/nodesOfScope';
import type { Action } from './Action';

/** The canvas, and the runs of its project. */
export interface RunTarget {
  readonly flow: FlowStore;
  readonly runs: Pick<RunsStore, 'failed' | 'failedCells'> & { readonly planning: Pick<RunsStore['planning'], 'ask'> };
}

export type RunAction = Action<RunTarget>;

/** The key itself, and with Shift, which makes everything again. */
const withShift = (key: string): readonly Chord[] => [
  { key, primary: true },
  { key, primary: true, shift: true },
];

/** The way along the pipes is walked only from a selection that has nothing to run itself. */
const needsNodesOf =
  (scope: 'upTo' | 'from') =>
  ({ flow }: RunTarget): ParseKeys | null => {
    const { nodes } = flow.selection;
    if (nodes.size === 0) return 'action.nothingSelected';
    if (flow.selectedRuns?.images !== 0) return null;
    return leadsToRun(flow.editor.document, scope, nodes) ? null : 'runs.nothing';
  };

const needsFailed = ({ runs }: RunTarget): ParseKeys | null => (runs.failed.length > 0 ? null : 'runs.noneFailed');

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
  { key, whyNot, run }: Pick<RunAction, 'whyNot' | 'run'> & { readonly key: string },
): RunAction => ({
  id: `run.${id}`,
  words,
  chords: withShift(key),
  withShift: 'runs.anew',
  whyNot,
  run: (target, isShifted) => {
    if (whyNot(target) === null) run(target, isShifted);
  },
});

/** Runs over several nodes; with Shift no existing picture is used. Each asks before it calls more than one picture. */
export const RUN_ACTIONS = {
  selection: runAction('selection', 'runs.selection', {
    key: 'Enter',
    whyNot: selectedRunRefusal,
    run: ({ flow, runs }, isFresh = false) => {
      const ready = flow.selectedRuns?.ready;
      const [only] = ready ?? [];
      // A single node runs like its own Run button, which always makes another picture.
      if (ready?.length === 1 && only !== undefined) flow.editor.act(only, 'run');
      else runs.planning.ask('selection', ready ?? flow.selection.nodes, isFresh);
    },
  }),
  upTo: runAction('upTo', 'runs.upTo', {
    key: '[',
    whyNot: needsNodesOf('upTo'),
    run: ({ flow, runs }, isFresh = false) => runs.planning.ask('upTo', flow.selection.nodes, isFresh),
  }),
  from: runAction('from', 'runs.from', {
    key: ']',
    whyNot: needsNodesOf('from'),
    run: ({ flow, runs }, isFresh = false) => runs.planning.ask('from', flow.selection.nodes, isFresh),
  }),
  all: runAction('all', 'runs.all', {
    key: 'e',
    whyNot: ({ flow }) => (flow.nodeCount > 0 ? null : 'action.emptyCanvas'),
    run: ({ runs }, isFresh = false) => runs.planning.ask('all', [], isFresh),
  }),
  // This plans all failures, of several runs and of runs by hand; the server's retry would repeat one run without
  // asking.
  failed: {
    id: 'run.failed',
    words: 'runs.failed',
    chords: [{ key: 'j', primary: true }],
    whyNot: needsFailed,
    run: (target) => {
      const { failed, failedCells, planning } = target.runs;
      if (needsFailed(target) === null) planning.ask('failed', failed, false, failedCells);
    },
  },
} as const satisfies Readonly<Record<string, RunAction>>;
