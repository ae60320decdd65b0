import { describe, expect, it } from 'vitest';
import { allActions, type ActionTargets } from '../../src/actions';
import type { RunSummary } from '../../src/stores/runs/runSummary';
import { openActionTargets } from '../support/actionTargets';

const STOPS = ['run.stop', 'run.stopSelected', 'run.dismiss', 'arrange.stopTidying', 'export.stop'];

const pressed = (targets: ActionTargets): (string | null)[] => {
  const stops = STOPS.map((id) => allActions(targets).find((action) => action.id === id));
  return stops.map((action) => {
    action?.run(null);
    return action ? action.whyNot(null) : 'not listed';
  });
};

const summaryThat = (isRunning: boolean): RunSummary => ({ isRunning }) as RunSummary;

describe('the command bar', () => {
  it('ends what is under way: the runs, those of the selection, a tidying up and an export [FIND-2]', () => {
    const { canvas, targets, done } = openActionTargets();
    canvas.select('art', 'idea');
    canvas.engine.setRuns(new Map([['art', { state: 'running' }]]), null);
    const underWay: ActionTargets = {
      ...targets,
      running: { ...targets.running, summary: () => summaryThat(true) },
      tidyUp: { ...targets.tidyUp, share: 0.5 },
      exports: { ...targets.exports, progress: { done: 1, total: 9 } },
    };
    expect(pressed(underWay)).toEqual([null, null, 'stops.noSummary', null, null]);
    expect(done).toEqual(['stop all', 'stop art', 'stop tidying', 'stop export']);
  });

  it('closes what the top bar says of a run that has ended, and says where there is nothing to end [FIND-2]', () => {
    const { targets, done } = openActionTargets();
    const ended: ActionTargets = { ...targets, running: { ...targets.running, summary: () => summaryThat(false) } };
    expect(pressed(ended)).toEqual([
      'runs.noneRunning',
      'runs.noneSelectedRunning',
      null,
      'stops.notTidying',
      'stops.notExporting',
    ]);
    expect(done).toEqual(['dismiss']);
  });
});
