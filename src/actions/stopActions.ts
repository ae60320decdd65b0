import type { ParseKeys } from 'i18next';
import type { TidyUp } from '../stores/arrange/TidyUp';
import type { SheetExports } from '../stores/cells/SheetExports';
import type { FlowStore } from '../stores/flow/FlowStore';
import type { RunsStore } from '../stores/runs/RunsStore';
import type { Action } from './Action';

/** The runs under way, else how the last one ended. */
export type RunningTarget = Pick<RunsStore, 'summary' | 'stop' | 'dismiss'>;

/** The canvas, and how a run at a node of it is ended. */
export interface StopSelectedTarget {
  readonly flow: Pick<FlowStore, 'selectedRuns'>;
  readonly stop: (nodeId: string) => void;
}

interface Stop<Target> extends Pick<Action<Target>, 'id' | 'words'> {
  readonly isThere: (target: Target) => boolean;
  /** Why it is off: there is nothing to end. */
  readonly nothing: ParseKeys;
  readonly end: (target: Target) => void;
}

const stopAction = <Target>({ isThere, nothing, end, ...named }: Stop<Target>): Action<Target> => ({
  ...named,
  chords: [],
  whyNot: (target) => (isThere(target) ? null : nothing),
  run: (target) => {
    if (isThere(target)) end(target);
  },
});

/** The actions that end what is under way, which may take long. */
export const STOP_ACTIONS = {
  runs: stopAction<Pick<RunningTarget, 'summary' | 'stop'>>({
    id: 'run.stop',
    words: 'runs.stop',
    nothing: 'runs.noneRunning',
    isThere: (runs) => runs.summary()?.isRunning === true,
    end: (runs) => void runs.stop(),
  }),
  selectedRuns: stopAction<StopSelectedTarget>({
    id: 'run.stopSelected',
    words: 'stops.selected',
    nothing: 'runs.noneSelectedRunning',
    isThere: ({ flow }) => (flow.selectedRuns?.underWay.length ?? 0) > 0,
    end: ({ flow, stop }) => flow.selectedRuns?.underWay.forEach(stop),
  }),
  summary: stopAction<Pick<RunningTarget, 'summary' | 'dismiss'>>({
    id: 'run.dismiss',
    words: 'stops.summary',
    nothing: 'stops.noSummary',
    isThere: (runs) => runs.summary()?.isRunning === false,
    end: (runs) => runs.dismiss(),
  }),
  tidying: stopAction<Pick<TidyUp, 'share' | 'stop'>>({
    id: 'arrange.stopTidying',
    words: 'stops.tidying',
    nothing: 'stops.notTidying',
    isThere: ({ share }) => share !== null,
    end: (tidyUp) => tidyUp.stop(),
  }),
  export: stopAction<Pick<SheetExports, 'progress' | 'stop'>>({
    id: 'export.stop',
    words: 'stops.export',
    nothing: 'stops.notExporting',
    isThere: ({ progress }) => progress !== null,
    end: (exports) => exports.stop(),
  }),
} as const;
