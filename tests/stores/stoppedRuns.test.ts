import { beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiFailure } from '../../src/api';
import { Stream } from './support/Desk';
import { failure } from './support/FakeProjects';
import { desk, END, JOB, job, open, PICTURE, pictureOf, reopen, runOf, setUpRuns } from './support/setUpRuns';

const brokenLine = new ApiFailure({ kind: 'network', status: null, code: 'network', message: 'fetch failed' });

/** Cuts the request, and every attempt to ask for its job. */
const loseTheLine = async (): Promise<void> => {
  desk.network.set(false);
  desk.streams[0]?.fail(brokenLine);
  await desk.clock.pass(40_000);
};

setUpRuns();

describe('a run whose stop gets no answer', () => {
  beforeEach(async () => {
    void open.generation.run('art');
    await desk.clock.pass(0);
    desk.streams[0]?.say(JOB);
    await desk.clock.pass(1000);
  });

  it('is stopped again at the next opening, and not joined [GEN-6]', async () => {
    desk.abortAnswered = new Promise(() => undefined);
    open.generation.abort('art');
    await desk.clock.pass(1000);
    desk.jobs = [job({})];
    await reopen();
    expect(runOf()).toBeUndefined();
    desk.abortAnswered = Promise.resolve();
    await reopen();
    desk.jobs = [job({ state: 'aborted' })];
    await reopen();
    expect([desk.abortedJobs, runOf()]).toEqual([['j1', 'j1', 'j1'], undefined]);
  });

  it('is stopped once the line is back [GEN-6]', async () => {
    desk.abortAnswered = Promise.reject(brokenLine);
    open.generation.abort('art');
    desk.network.set(false);
    await desk.clock.pass(1000);
    desk.abortAnswered = Promise.resolve();
    desk.jobs = [job({})];
    desk.network.set(true);
    await desk.clock.pass(1000);
    expect([desk.abortedJobs, runOf()]).toEqual([['j1', 'j1'], undefined]);
  });
});

describe('a run that is stopped before its job has a name', () => {
  beforeEach(async () => {
    void open.generation.run('art');
    await desk.clock.pass(0);
    open.generation.abort('art');
  });

  it.each([
    ['goes on', job({})],
    ['has made its picture', job({ state: 'done', url: '/files/new.png' })],
  ])('stays stopped when its page is closed and its job %s [GEN-6]', async (_how, left) => {
    await desk.stores.closeProject();
    desk.jobs = [left];
    await reopen();
    expect(runOf()).toBeUndefined();
    desk.jobs = [job({ state: 'done', url: '/files/new.png' })];
    await reopen();
    expect([pictureOf(), runOf(), desk.notices]).toEqual([null, undefined, []]);
  });

  it('has its job ended at the next opening, though its node is deleted, and a later job is left alone [GEN-6]', async () => {
    open.editor.apply([{ type: 'removeNode', id: 'art' }]);
    await desk.clock.pass(3000);
    await desk.stores.closeProject();
    desk.jobs = [job({}), job({ id: 'j2', number: 1, startedAt: '2026-11-21T09:00:30.000Z' })];
    await reopen();
    await reopen();
    expect(desk.abortedJobs).toEqual(['j1']);
  });

  it('has its job ended when the line is back, though nothing answered before [GEN-6]', async () => {
    await loseTheLine();
    desk.jobs = [job({})];
    desk.network.set(true);
    await desk.clock.pass(1000);
    expect([desk.abortedJobs, runOf()]).toEqual([['j1'], undefined]);
  });

  it('has its job ended when the line is back, though its node runs again by then, and that run goes on [GEN-6]', async () => {
    await loseTheLine();
    void open.generation.run('art');
    await desk.clock.pass(0);
    desk.jobs = [job({}), job({ id: 'j2', number: 1, startedAt: '2026-11-21T09:00:30.000Z' })];
    desk.network.set(true);
    await desk.clock.pass(1000);
    expect([desk.abortedJobs, runOf()?.state]).toEqual([['j1'], 'running']);
  });

  it('has its job ended when its request reaches the server only after the stop was looked up there [GEN-6]', async () => {
    desk.streams[0]?.fail(brokenLine);
    await desk.clock.pass(5000);
    desk.jobs = [job({})];
    desk.network.set(true);
    await desk.clock.pass(1000);
    expect([desk.abortedJobs, runOf(), desk.runs.length]).toEqual([['j1'], undefined, 1]);
  });

  it('goes on where its job could not be ended at the next opening either, and says so [GEN-6]', async () => {
    await desk.stores.closeProject();
    desk.jobs = [job({})];
    desk.jobStreams.set('j1', new Stream().say(JOB));
    vi.spyOn(desk.abortedJobs, 'push').mockImplementationOnce(() => {
      throw failure(503);
    });
    await reopen();
    expect(runOf()?.state).toBe('running');
    expect(desk.notices).toMatchObject([{ variant: 'destructive', titleKey: 'runs.notStopped' }]);
  });

  describe('and whose node is run again meanwhile', () => {
    beforeEach(async () => {
      void open.generation.run('art');
      await desk.clock.pass(0);
    });

    it('lets it wait, and run once the stop is through', async () => {
      expect([runOf()?.state, desk.announced.at(-1)]).toEqual(['waiting', 'live.waiting']);
      void open.generation.run('art');
      open.editor.apply([{ type: 'setData', id: 'idea', data: { value: 'something else' } }]);
      desk.streams[0]?.say(JOB);
      await desk.clock.pass(0);
      expect([desk.abortedJobs, runOf()?.state]).toEqual([['j1'], 'running']);
      expect(desk.runs.map(({ request }) => request)).toEqual([
        { projectId: 7, nodeId: 'art', nodes: [{ type: 'text_prompt', content: '강가의 집' }] },
        { projectId: 7, nodeId: 'art', nodes: [{ type: 'text_prompt', content: '강가의 집' }], number: 1 },
      ]);
      desk.streams[1]?.say({ event: 'job', data: { id: 'j2' } }, PICTURE, END);
      await desk.clock.pass(3000);
      expect([pictureOf(), runOf(), desk.notices]).toEqual(['/files/new.png', undefined, []]);
    });

    it('lets it be taken back, and be run again after all [GEN-13]', async () => {
      open.generation.abort('art');
      expect([runOf(), desk.announced.at(-1)]).toEqual([undefined, 'live.takenBack']);
      desk.streams[0]?.say(JOB);
      await desk.clock.pass(3000);
      expect([desk.runs.length, desk.abortedJobs, runOf()]).toEqual([1, ['j1'], undefined]);
      void open.generation.run('art');
      await desk.clock.pass(0);
      expect(desk.runs).toHaveLength(2);
    });

    it('says on it that nothing answered, and ends the job when the line is back', async () => {
      await loseTheLine();
      expect(runOf()).toEqual({ state: 'failed', words: { key: 'node.noAnswer' } });
      expect(desk.runs).toHaveLength(1);
      desk.jobs = [job({})];
      desk.network.set(true);
      await desk.clock.pass(1000);
      expect(desk.abortedJobs).toEqual(['j1']);
    });

    it('ends the job when the line is back, though a run over many nodes has taken the node over [GEN-6]', async () => {
      await loseTheLine();
      open.generation.dismiss('art');
      desk.jobs = [job({})];
      desk.network.set(true);
      await desk.clock.pass(1000);
      expect([desk.abortedJobs, runOf()]).toEqual([['j1'], undefined]);
    });

    it('does not run it at the next opening, which says so on it and ends the job [GEN-14]', async () => {
      await desk.stores.closeProject();
      desk.jobs = [job({})];
      await reopen();
      expect(runOf()).toEqual({ state: 'failed', words: { key: 'node.notRun' } });
      expect([desk.abortedJobs, desk.runs.length]).toEqual([['j1'], 1]);
    });
  });
});
