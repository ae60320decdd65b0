import { once } from 'node:events';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { RUN_ACTIONS } from '../../src/actions';
import type { Run } from '../../src/api/contractRuns';
import { summarise } from '../../src/stores/runs/runSummary';
import { Desk } from './support/Desk';
import { failure } from './support/FakeProjects';
import { desk, open, setUpChain } from './support/setUpChain';
import { pipe } from './support/snapshots';

const step = (nodeId: string, state: Run['steps'][number]['state'], rest: object = {}): Run['steps'][number] => ({
  nodeId,
  state,
  startedAt: '2026-11-21T09:00:00.000Z',
  endedAt: state === 'running' || state === 'waiting' ? null : '2026-11-21T09:00:10.000Z',
  ...rest,
});

/** The server reports the run that was started last. */
const tell = async (steps: Run['steps'], state: Run['state'] = 'running'): Promise<void> => {
  const [run, ...rest] = desk.manyRuns.stored;
  if (!run) throw new Error('no run was started');
  desk.manyRuns.stored = [{ ...run, steps, state, endedAt: state === 'running' ? null : desk.clock.iso() }, ...rest];
  const { runId } = run;
  desk.events.tell(
    ...steps.map(({ startedAt: _start, endedAt: _end, ...data }) => ({
      event: 'step' as const,
      data: { runId, ...data },
    })),
    { event: 'run', data: { runId, state, done: 0, total: steps.length } },
  );
  await desk.clock.pass(2000);
};

const states = (): Record<string, string> =>
  Object.fromEntries(Array.from(open.runs.byNode, ([nodeId, { state, reason }]) => [nodeId, reason ?? state]));

setUpChain();

describe('a run that goes on', () => {
  beforeEach(async () => {
    open.runs.planning.ask('all', [], false);
    await desk.clock.pass(100);
    await open.runs.planning.start();
    await desk.clock.pass(100);
  });

  it('shows at each node, and as a whole, what the server says of it [PROGRESS-1]', async () => {
    expect(states()).toEqual({ one: 'waiting', two: 'waiting', three: 'waiting', beside: 'waiting' });
    await tell([step('one', 'done'), step('two', 'running'), step('three', 'waiting'), step('beside', 'kept')]);
    expect(states()).toEqual({ one: 'done', two: 'running', three: 'waiting', beside: 'kept' });
    expect(open.runs.summary()).toMatchObject({ isRunning: true, total: 4, ended: 2 });
    // Work that the plan has settled does not count; a step behind a failure has failed with it.
    await tell([
      step('one', 'failed'),
      step('two', 'blocked', { reason: 'upstream' }),
      step('three', 'running'),
      step('beside', 'blocked', { reason: 'notConnected' }),
    ]);
    expect(open.runs.summary()).toMatchObject({ total: 3, ended: 2, counts: { failed: 2, blocked: 1, running: 1 } });
    await tell(
      ['one', 'two', 'three', 'beside'].map((id) => step(id, 'done')),
      'done',
    );
    expect(states()).toEqual({});
    expect(open.runs.summary()).toBeNull();
    expect(desk.announced).toContain('runs.saidDone');
  });

  it('has ended for a page that opens as well when it ended before the stream began [PROGRESS-2]', async () => {
    const elsewhere = new Desk({ beside: desk });
    const opened = await elsewhere.edit(7);
    expect(opened.runs.summary()?.isRunning).toBe(true);
    const [run, ...rest] = desk.manyRuns.stored;
    if (!run) throw new Error('no run was started');
    const steps = ['one', 'two', 'three', 'beside'].map((id) => step(id, 'done'));
    desk.manyRuns.stored = [{ ...run, steps, state: 'done', endedAt: desk.clock.iso() }, ...rest];
    desk.events.tell({ event: 'revision', data: { revision: 1 } });
    await desk.clock.pass(100);
    expect(opened.runs.summary()).toBeNull();
  });

  it('has ended, though its end is told while an older state of it is being read [PROGRESS-2]', async () => {
    const [run] = desk.manyRuns.stored;
    if (!run) throw new Error('no run was started');
    const late = new AbortController();
    desk.manyRuns.answersLate = once(late.signal, 'abort').then(() => undefined);
    // Another of the person's pages has started it, and this one hears of it for the first time.
    const ids = ['one', 'two', 'three', 'beside'];
    const other: Run = { ...run, runId: 'other', createdAt: '2026-11-21T09:05:00.000Z' };
    desk.manyRuns.stored = [other, { ...run, state: 'done', endedAt: desk.clock.iso() }];
    const data = { runId: 'other', done: 0, total: ids.length };
    desk.events.tell({ event: 'run', data: { ...data, state: 'running' } });
    await desk.clock.pass(100);
    desk.manyRuns.stored = [
      { ...other, steps: ids.map((id) => step(id, 'done')), state: 'done', endedAt: desk.clock.iso() },
    ];
    desk.events.tell({ event: 'run', data: { ...data, state: 'done' } });
    await desk.clock.pass(100);
    late.abort();
    await desk.clock.pass(1000);
    expect(open.runs.runs.get('other')?.state).toBe('done');
  });

  it('exists when the project opens, here and elsewhere, and its results on the canvas are taken over [PROGRESS-2]', async () => {
    const elsewhere = new Desk({ beside: desk });
    const opened = await elsewhere.edit(7);
    expect(opened.runs.isUnderWay('one')).toBe(true);
    await desk.saveElsewhere([{ op: 'add', path: '/nodes/1/data/value', value: '/files/one.png' }]);
    await tell([step('one', 'done'), step('two', 'running'), step('three', 'waiting'), step('beside', 'kept')]);
    for (const { editor } of [open, opened]) {
      expect(editor.document.node('one')?.data.value).toBe('/files/one.png');
      expect(editor.canUndo).toBe(false);
    }
  });

  it('says at the node why it has failed, until that is run again; only those are run by "failed again" [PROGRESS-3]', async () => {
    await tell(
      [
        step('one', 'done'),
        step('two', 'failed', { reason: 'refusedSafety' }),
        step('three', 'blocked', { reason: 'upstream' }),
        step('beside', 'done'),
      ],
      'done',
    );
    expect(states()).toEqual({ two: 'refusedSafety', three: 'upstream' });
    expect(desk.notices.at(-1)?.titleKey).toBe('runs.someFailed');
    RUN_ACTIONS.failed.run(open);
    await desk.clock.pass(100);
    expect(desk.manyRuns.planned.at(-1)).toMatchObject({ nodes: ['two', 'three'] });
    expect(desk.manyRuns.planned.at(-1)?.cells).toBeUndefined();
    open.runs.planning.giveUp();
    // Somebody runs one of them by its own button.
    desk.takes.put('two', '/files/two.png', { createdAt: '2026-11-21T09:30:00.000Z' });
    await open.takes.load();
    expect(states()).toEqual({ three: 'upstream' });
    open.runs.dismiss();
    expect(open.runs.summary()).toBeNull();
  });

  it('is stopped from any of its nodes, or as a whole [PROGRESS-4]', async () => {
    await open.runs.stopAt('three');
    expect(desk.manyRuns.aborted).toEqual(['r1']);
    await open.runs.stop();
    expect(desk.manyRuns.aborted).toEqual(['r1', 'r1']);
  });

  it('is stopped with all others though one of them cannot be stopped, which is said [PROGRESS-4]', async () => {
    open.runs.planning.ask('from', ['two'], false);
    await desk.clock.pass(100);
    await open.runs.planning.start();
    vi.spyOn(desk.manyRuns, 'abort').mockRejectedValueOnce(failure(503));
    await open.runs.stop();
    expect(desk.manyRuns.aborted).toHaveLength(1);
    expect(desk.notices).toMatchObject([{ variant: 'destructive', titleKey: 'runs.notStopped' }]);
    await open.runs.stop();
    expect(new Set(desk.manyRuns.aborted)).toEqual(new Set(['r1', 'r2']));
  });
});

const at = (second: number): string => new Date(second * 1000).toISOString();

const run = (steps: Run['steps']): Run => ({
  runId: 'r',
  state: 'running',
  createdAt: at(0),
  endedAt: null,
  steps,
  cost: { aboutMicros: 0, unknownCalls: 0 },
});
const done = (from: number, to: number) => step('a', 'done', { startedAt: at(from), endedAt: at(to) });

describe('how long a run takes [PROGRESS-5]', () => {
  it('is estimated from the pictures made so far, and not before there are two', () => {
    const waits = [step('b', 'waiting'), step('c', 'waiting')];
    expect(summarise([run([done(0, 10), ...waits])], 10_000).leftMs).toBeNull();
    expect(summarise([run([done(0, 10), done(10, 20), ...waits])], 20_000).leftMs).toBe(20_000);
    expect(summarise([run([done(0, 10)])], 20_000).leftMs).toBe(0);
  });
});

describe('the stream of the open project', () => {
  it('continues after the last event when the line broke, and while the page was hidden nothing is requested [EVENT-9]', async () => {
    desk.events.tell({ event: 'revision', data: { revision: 1 } });
    await desk.clock.pass(100);
    desk.events.cut();
    await desk.clock.pass(100);
    desk.events.isDown = false;
    await desk.clock.pass(5000);
    expect(desk.events.begun).toEqual([undefined, '1']);
    desk.page.turn('hidden');
    desk.events.tell({ event: 'revision', data: { revision: 1 } });
    await desk.clock.pass(60_000);
    expect(desk.events.begun).toEqual([undefined, '1']);
    desk.page.turn('shown');
    await desk.clock.pass(100);
    expect(desk.events.begun).toEqual([undefined, '1', '1']);
  });

  it('makes of one’s own save no question to the server [EVENT-9]', async () => {
    open.editor.editText({ nodeId: 'idea', name: 'value' }, 'a sea');
    const letGo = desk.projects.hold('patchCanvas');
    await desk.clock.pass(2500);
    const before = desk.projects.calls.length;
    desk.events.tell({ event: 'revision', data: { revision: 2 } });
    await desk.clock.pass(100);
    letGo();
    await desk.clock.pass(5000);
    expect(desk.serverText).toBe('a sea');
    expect(desk.projects.calls.slice(before).filter((call) => call.includes('askSince'))).toEqual([]);
  });

  it('reports the end of a single run, whose own stream is closed after its job has begun, and its missing pictures [GEN-22] [COUNT-2]', async () => {
    desk.events.tell({ event: 'revision', data: { revision: 1 } });
    await desk.clock.pass(100);
    for (const nodeId of ['one', 'beside']) void open.generation.run(nodeId);
    await desk.clock.pass(100);
    const [first, second] = desk.streams;
    first?.say({ event: 'job', data: { id: 'j1' } });
    second?.say({ event: 'job', data: { id: 'j2' } });
    await desk.clock.pass(100);
    const ended = { startedAt: desk.clock.iso(), endedAt: desk.clock.iso(), message: null, code: null, retryAt: null };
    const missing = { missing: 1, code: 'timeout', message: 'It did not answer in time.' };
    desk.events.tell(
      {
        event: 'job',
        data: { id: 'j1', nodeId: 'one', number: 0, state: 'done', url: '/files/one.png', ...ended, ...missing },
      },
      {
        event: 'job',
        data: {
          id: 'j2',
          nodeId: 'beside',
          number: 0,
          state: 'failed',
          url: null,
          ...ended,
          message: 'No.',
          code: 'empty',
        },
      },
    );
    await desk.clock.pass(3000);
    expect(open.editor.document.node('one')?.data.value).toBe('/files/one.png');
    expect(open.generation.states.has('one')).toBe(false);
    expect(open.generation.states.get('beside')?.state).toBe('failed');
    expect(desk.notices).toContainEqual(expect.objectContaining({ titleKey: 'toast.picturesMissing', count: 1 }));
  });

  it('passes the turn on: more than two are started while none has ended [GEN-22]', async () => {
    desk.events.tell({ event: 'revision', data: { revision: 1 } });
    open.editor.merge(['two', 'three'].map((id) => ({ type: 'addEdge' as const, edge: pipe('idea', id) })));
    await desk.clock.pass(100);
    for (const nodeId of ['one', 'two', 'three', 'beside']) void open.generation.run(nodeId);
    await desk.clock.pass(100);
    expect(desk.runs).toHaveLength(2);
    for (const [index, stream] of desk.streams.entries()) stream.say({ event: 'job', data: { id: `j${index}` } });
    await desk.clock.pass(500);
    expect(desk.runs).toHaveLength(4);
  });
});
