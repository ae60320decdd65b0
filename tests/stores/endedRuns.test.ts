import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Run } from '../../src/api/contractRuns';
import type { OpenEditor } from '../../src/stores/EditorSession';
import { Desk } from './support/Desk';
import { art, canvas, pipe, prompt } from './support/snapshots';

let desk: Desk;
let open: OpenEditor;

/** The nth run of the morning. */
const runOf = (number: number, state: Run['state']): Run => ({
  runId: `r${number}`,
  state,
  createdAt: new Date(Date.UTC(2026, 10, 21, 9, number)).toISOString(),
  endedAt: state === 'running' ? null : new Date(Date.UTC(2026, 10, 21, 9, number, 30)).toISOString(),
  steps: [{ nodeId: 'one', state: state === 'running' ? 'running' : 'failed', startedAt: null, endedAt: null }],
  cost: { aboutMicros: 0, unknownCalls: 0 },
});

/** The server has this state of the run and tells it. */
const tell = async ({ runId, state }: Run, ...all: Run[]): Promise<void> => {
  desk.manyRuns.stored = all;
  desk.events.tell({ event: 'run', data: { runId, state, done: 0, total: 1 } });
  await desk.clock.pass(100);
};
const ids = (): string[] => [...open.runs.runs.keys()];

beforeEach(async () => {
  vi.spyOn(console, 'warn').mockReturnValue();
  desk = new Desk();
  desk.projects.put(7, canvas([prompt('idea', 'a river'), art('one')], [pipe('idea', 'one')]));
  desk.manyRuns.stored = [runOf(2, 'done'), runOf(1, 'done')];
  open = await desk.edit(7);
});

describe('runs that have ended', () => {
  it('are kept no longer than until a newer one has ended', async () => {
    expect(ids()).toEqual(['r2']);
    for (let number = 3; number < 6; number++) {
      await tell(runOf(number, 'running'), runOf(number, 'running'));
      expect(ids()).toEqual([`r${number - 1}`, `r${number}`]);
      expect(open.runs.isUnderWay('one')).toBe(true);
      await tell(runOf(number, 'done'), runOf(number, 'done'));
      expect(ids()).toEqual([`r${number}`]);
      expect(open.runs.failed).toEqual(['one']);
    }
    expect(desk.notices).toHaveLength(3);
  });

  it('stay away when an earlier run ends after a later one, and whatever is told of them after that', async () => {
    await tell(runOf(3, 'running'), runOf(3, 'running'));
    await tell(runOf(4, 'done'), runOf(4, 'done'), runOf(3, 'running'));
    await tell(runOf(3, 'done'), runOf(4, 'done'), runOf(3, 'done'));
    expect(ids()).toEqual(['r4']);
    const read = vi.spyOn(desk.manyRuns, 'read');
    await tell(runOf(3, 'running'), runOf(4, 'done'), runOf(3, 'running'));
    desk.events.tell({ event: 'step', data: { runId: 'r3', nodeId: 'one', state: 'done' } });
    await open.runs.load();
    expect([ids(), read.mock.calls, desk.notices.length]).toEqual([['r4'], [], 1]);
  });

  it('are not shown in place of the newest one that the person has seen', async () => {
    open.runs.dismiss();
    await open.runs.load();
    expect([ids(), open.runs.shown, open.runs.failed]).toEqual([['r2'], [], []]);
  });
});
