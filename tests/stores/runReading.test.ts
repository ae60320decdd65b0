import { once } from 'node:events';
import { autorun } from 'mobx';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Run } from '../../src/api/contractRuns';
import type { OpenEditor } from '../../src/stores/EditorSession';
import { Desk } from './support/Desk';
import { failure } from './support/FakeProjects';
import { art, canvas, pipe, prompt } from './support/snapshots';

type StepState = Run['steps'][number]['state'];

const NODES = ['one', 'two'];
let desk: Desk;

const runOf = (state: Run['state'], ...steps: StepState[]): Run => ({
  runId: 'r1',
  state,
  createdAt: '2026-11-21T09:00:00.000Z',
  endedAt: state === 'running' ? null : '2026-11-21T09:00:10.000Z',
  steps: steps.map((step, index) => ({
    nodeId: NODES[index] ?? '',
    state: step,
    startedAt: '2026-11-21T09:00:00.000Z',
    endedAt: null,
  })),
  cost: { aboutMicros: 0, unknownCalls: 0 },
});
const RUNNING = runOf('running', 'running', 'waiting');
const DONE = runOf('done', 'done', 'done');

/** The server has this state of the run and tells it. */
const tell = (run: Run): void => {
  const { runId, state, steps } = run;
  desk.manyRuns.stored = [run];
  desk.events.tell(
    ...steps.map((step) => ({
      event: 'step' as const,
      data: { runId, nodeId: step.nodeId, state: step.state },
    })),
    { event: 'run', data: { runId, state, done: 0, total: steps.length } },
  );
};

/** The answer to the next list is written now and comes when the returned function is called. */
const delayList = (): (() => void) => {
  const late = new AbortController();
  const isLate = once(late.signal, 'abort');
  vi.spyOn(desk.manyRuns, 'list').mockImplementationOnce(async () => {
    const answer = desk.manyRuns.stored;
    await isLate;
    return answer;
  });
  return () => late.abort();
};

/** Opens the project whose run is under way; the stream has begun. */
const openRunning = async (): Promise<OpenEditor> => {
  desk.manyRuns.stored = [RUNNING];
  const open = await desk.edit(7);
  desk.events.tell({ event: 'revision', data: { revision: 1 } });
  await desk.clock.pass(1000);
  return open;
};

const statesOf = (open: OpenEditor): readonly StepState[] =>
  open.runs.runs.get('r1')?.steps.map(({ state }) => state) ?? [];

beforeEach(() => {
  vi.spyOn(console, 'warn').mockReturnValue();
  desk = new Desk();
  desk.projects.put(
    7,
    canvas([prompt('idea', 'a river'), art('one'), art('two')], [pipe('idea', 'one'), pipe('idea', 'two')]),
  );
});

describe('a run whose end is told', () => {
  it.each([failure(503), failure(429), failure(504)])(
    'has ended, though the reading of it fails at first: %s',
    async (error) => {
      const open = await openRunning();
      vi.spyOn(desk.manyRuns, 'read').mockRejectedValueOnce(error).mockRejectedValueOnce(error);
      tell(DONE);
      await desk.clock.pass(100);
      expect(open.runs.runs.get('r1')?.state).toBe('running');
      await desk.clock.pass(10_000);
      expect(open.runs.runs.get('r1')).toEqual(DONE);
      expect(open.runs.summary()).toBeNull();
      expect(desk.announced).toContain('runs.saidDone');
    },
  );

  it('is read until that succeeds, less and less often, and not after that', async () => {
    await openRunning();
    const read = vi.spyOn(desk.manyRuns, 'read').mockRejectedValue(failure(503));
    tell(DONE);
    await desk.clock.pass(120_000);
    expect(read.mock.calls.length).toBeLessThan(10);
    read.mockReset().mockResolvedValue(DONE);
    await desk.clock.pass(600_000);
    expect(read).toHaveBeenCalledTimes(1);
  });

  it('is not read again where the list has told how it ended', async () => {
    const open = await openRunning();
    const read = vi.spyOn(desk.manyRuns, 'read').mockRejectedValueOnce(failure(503));
    tell(DONE);
    await desk.clock.pass(100);
    await open.runs.load();
    await desk.clock.pass(600_000);
    expect(read).toHaveBeenCalledTimes(1);
    expect(open.runs.runs.get('r1')).toEqual(DONE);
  });

  it('is asked for no more without a line, nor after the project was left', async () => {
    await openRunning();
    const read = vi.spyOn(desk.manyRuns, 'read').mockRejectedValue(failure(503));
    tell(DONE);
    await desk.clock.pass(100);
    desk.network.set(false);
    await desk.clock.pass(60_000);
    const asked = read.mock.calls.length;
    expect(asked).toBeLessThan(4);
    await desk.clock.pass(600_000);
    expect(read).toHaveBeenCalledTimes(asked);
    desk.network.set(true);
    await desk.clock.pass(100);
    expect(read.mock.calls.length).toBeGreaterThan(asked);
    await desk.stores.closeProject();
    const left = read.mock.calls.length;
    await desk.clock.pass(600_000);
    expect(read).toHaveBeenCalledTimes(left);
  });

  it('is gone from the page when the server does not have it any more', async () => {
    const open = await openRunning();
    tell(DONE);
    desk.manyRuns.stored = [];
    await desk.clock.pass(60_000);
    expect(open.runs.shown).toEqual([]);
  });
});

describe('a list that was asked for before', () => {
  it('does not put an ended run back under way', async () => {
    const open = await openRunning();
    const letGo = delayList();
    desk.network.set(true);
    await desk.clock.pass(100);
    tell(DONE);
    await desk.clock.pass(500);
    letGo();
    await desk.clock.pass(60_000);
    expect(open.runs.runs.get('r1')).toEqual(DONE);
    expect(open.runs.isUnderWay('one')).toBe(false);
  });

  it('does not take back a step that was told meanwhile', async () => {
    const open = await openRunning();
    const letGo = delayList();
    desk.network.set(true);
    await desk.clock.pass(100);
    tell(runOf('running', 'done', 'running'));
    await desk.clock.pass(100);
    letGo();
    await desk.clock.pass(60_000);
    expect(statesOf(open)).toEqual(['done', 'running']);
  });

  it('is nothing against a later one that came first', async () => {
    const open = await openRunning();
    const letGo = delayList();
    desk.network.set(true);
    await desk.clock.pass(100);
    desk.manyRuns.stored = [DONE];
    await open.runs.load();
    letGo();
    await desk.clock.pass(100);
    expect(open.runs.runs.get('r1')).toEqual(DONE);
  });
});

describe('the list of runs', () => {
  it('is asked for again where it could not be read', async () => {
    desk.manyRuns.stored = [RUNNING];
    vi.spyOn(desk.manyRuns, 'list').mockRejectedValueOnce(failure(503));
    const open = await desk.edit(7);
    await desk.clock.pass(5000);
    expect(open.runs.isUnderWay('one')).toBe(true);
  });

  it('may be too short for a run under way, which is read alone', async () => {
    const open = await openRunning();
    desk.manyRuns.stored = [DONE];
    vi.spyOn(desk.manyRuns, 'list').mockResolvedValue([]);
    desk.events.tell({ event: 'reset', data: { revision: 1 } });
    await desk.clock.pass(1000);
    expect(open.runs.runs.get('r1')).toEqual(DONE);
  });

  it('is read once at an opening whose stream begins soon, and no run is read with it', async () => {
    const list = vi.spyOn(desk.manyRuns, 'list');
    const read = vi.spyOn(desk.manyRuns, 'read');
    const session = desk.stores.openProject(7);
    await desk.clock.passUntil(() => session.open !== null);
    desk.events.tell({ event: 'revision', data: { revision: 1 } });
    await desk.clock.pass(60_000);
    expect(list).toHaveBeenCalledTimes(1);
    expect(read).not.toHaveBeenCalled();
  });
});

/** Each answer to a reading takes a moment, in which another step is told. */
const busyReading = () =>
  vi.spyOn(desk.manyRuns, 'read').mockImplementation(async () => {
    const [answer = RUNNING] = desk.manyRuns.stored;
    if (answer.state === 'running')
      desk.events.tell({ event: 'step', data: { runId: 'r1', nodeId: 'one', state: 'running' } });
    await new Promise<void>((resolve) => void desk.clock.after(200, resolve));
    return answer;
  });

describe('a large run that goes on', () => {
  it('is read less and less often while something is told during each reading, and its end soon', async () => {
    const open = await desk.edit(7);
    desk.events.tell({ event: 'revision', data: { revision: 1 } });
    await desk.clock.pass(1000);
    const read = busyReading();
    tell(RUNNING);
    await desk.clock.pass(60_000);
    expect(read.mock.calls.length).toBeLessThan(10);
    expect(statesOf(open)).toEqual(['running', 'waiting']);
    read.mockRejectedValueOnce(failure(503));
    tell(DONE);
    await desk.clock.pass(2000);
    expect(open.runs.runs.get('r1'), 'though the first reading of the end fails').toEqual(DONE);
  });

  it('tells hundreds of steps at once, which are shown together', async () => {
    const many: Run = {
      ...RUNNING,
      steps: Array.from({ length: 400 }, (_, index) => ({
        nodeId: 'one',
        cell: { a: `word ${index}` },
        state: 'waiting',
        startedAt: null,
        endedAt: null,
      })),
    };
    desk.manyRuns.stored = [many];
    const open = await desk.edit(7);
    desk.events.tell({ event: 'revision', data: { revision: 1 } });
    await desk.clock.pass(1000);
    let looks = 0;
    const stop = autorun(() => {
      looks += 1;
      return open.runs.byNode.size;
    });
    onTestFinished(stop);
    desk.events.tell(
      ...many.steps.slice(0, 200).map(({ nodeId, cell }) => ({
        event: 'step' as const,
        data: { runId: 'r1', nodeId, state: 'done' as const, ...(cell && { cell }) },
      })),
    );
    await desk.clock.pass(100);
    expect(statesOf(open).filter((state) => state === 'done')).toHaveLength(200);
    expect(statesOf(open).indexOf('waiting')).toBe(200);
    expect(looks).toBeLessThan(5);
  });
});
