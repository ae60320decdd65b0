import { beforeEach, describe, expect, it, vi } from 'vitest';
import { httpFailure } from '../../src/api/ApiFailure';
import type { Job } from '../../src/api/contract';
import type { OpenEditor } from '../../src/stores/EditorSession';
import { Desk, Stream } from './support/Desk';
import { failure } from './support/FakeProjects';
import { desk, END, JOB, job, open, PICTURE, pictureOf, runOf, setUpRuns } from './support/setUpRuns';

setUpRuns();

const DONE = job({ state: 'done', url: '/files/new.png' });

/** A tab beside this one would hear of it at once. */
const chooseOnAnotherDevice = (): Promise<number> =>
  desk.saveElsewhere([{ op: 'replace', path: '/nodes/1/data/value', value: '/files/chosen.png' }]);

const show = async (): Promise<void> => {
  desk.page.turn('shown');
  await desk.clock.pass(5000);
};

describe("a job that the project's stream follows", () => {
  beforeEach(async () => {
    desk.events.tell({ event: 'revision', data: { revision: 1 } });
    await desk.clock.pass(500);
    void open.generation.run('art');
    await desk.clock.pass(0);
  });

  it('lets its node run again at once when it was stopped before it had a name, and the stop did not get through', async () => {
    const refused = vi.spyOn(desk.abortedJobs, 'push').mockImplementation(() => {
      throw failure(503);
    });
    open.generation.abort('art');
    desk.streams[0]?.say(JOB);
    await desk.clock.pass(3000);
    refused.mockRestore();
    void open.generation.run('art');
    await desk.clock.pass(100);
    expect([desk.runs.length, runOf()?.state]).toEqual([2, 'running']);
  });

  it('is followed again when the stop did not get through, and says so', async () => {
    desk.streams[0]?.say(JOB);
    await desk.clock.pass(100);
    const refused = vi.spyOn(desk.abortedJobs, 'push').mockImplementation(() => {
      throw failure(503);
    });
    desk.jobs = [job({})];
    desk.jobStreams.set('j1', new Stream().say(JOB));
    open.generation.abort('art');
    await desk.clock.pass(1000);
    refused.mockRestore();
    expect(runOf()?.state).toBe('running');
    expect(desk.notices).toMatchObject([{ variant: 'destructive', titleKey: 'runs.notStopped' }]);

    open.generation.abort('art');
    await desk.clock.pass(100);
    expect([desk.abortedJobs, runOf()]).toEqual([['j1'], undefined]);
  });

  it('is placed once, though the jobs are read again just before its end', async () => {
    desk.streams[0]?.say(JOB);
    await desk.clock.pass(5000);
    const answers: ((jobs: Job[]) => void)[] = [];
    const listed = new Promise<Job[]>((resolve) => {
      answers.push(resolve);
    });
    Object.defineProperty(desk, 'jobs', { get: () => listed });
    desk.network.set(false);
    desk.network.set(true);
    await desk.clock.pass(100);
    desk.events.tell({ event: 'job', data: DONE });
    await desk.clock.pass(3000);
    expect(pictureOf()).toBe('/files/new.png');
    open.editor.apply([{ type: 'setData', id: 'art', data: { value: '/files/chosen.png' } }]);
    for (const answer of answers) answer([DONE]);
    await desk.clock.pass(3000);
    expect(pictureOf()).toBe('/files/chosen.png');
  });

  describe('and ends while its page is hidden', () => {
    let beside: OpenEditor;

    beforeEach(async () => {
      beside = await new Desk({ beside: desk }).edit(7);
      desk.streams[0]?.say(JOB);
      await desk.clock.pass(1000);
      desk.page.turn('hidden');
      await desk.clock.pass(1000);
    });

    it('has its picture once the page is shown again', async () => {
      desk.events.tell({ event: 'job', data: DONE });
      await show();
      expect([pictureOf(), runOf()]).toEqual(['/files/new.png', undefined]);
    });

    it.each([
      ['its end is told then', { event: 'job', data: DONE }],
      ['its end is told no more', { event: 'reset', data: { revision: 1 } }],
    ] as const)('leaves the picture that was chosen in another tab, where %s', async (_which, told) => {
      desk.events.tell(told);
      desk.jobStreams.set('j1', new Stream().say(JOB, PICTURE, END));
      beside.editor.apply([{ type: 'setData', id: 'art', data: { value: '/files/chosen.png' } }]);
      await desk.clock.pass(8000);
      await show();
      expect([pictureOf(), runOf()]).toEqual(['/files/chosen.png', undefined]);
      expect(desk.serverNode('art')?.data.value).toBe('/files/chosen.png');
    });
  });

  it('shows no picture but the one that was chosen on another device while its page was hidden', async () => {
    desk.streams[0]?.say(JOB);
    await desk.clock.pass(1000);
    desk.page.turn('hidden');
    await desk.clock.pass(1000);
    await chooseOnAnotherDevice();
    desk.events.tell({ event: 'job', data: DONE });
    const seen = new Set();
    open.editor.subscribe(() => seen.add(pictureOf()));
    await show();
    expect([[...seen], runOf()]).toEqual([['/files/chosen.png'], undefined]);
  });

  it('has its picture when that is told after a minute without an answer of the server', async () => {
    desk.streams[0]?.say(JOB);
    await desk.clock.pass(1000);
    desk.events.cut();
    const away = httpFailure(502, 'Bad Gateway', '<html>', {});
    vi.spyOn(desk.jobStreams, 'get').mockImplementation(() => new Stream().fail(away));
    await desk.clock.pass(60_000);
    expect(runOf()).toEqual({ state: 'failed', words: { key: 'node.noAnswer' } });
    desk.events.isDown = false;
    desk.jobs = [DONE];
    desk.events.tell({ event: 'job', data: DONE });
    await desk.clock.pass(60_000);
    expect([pictureOf(), runOf()]).toEqual(['/files/new.png', undefined]);
  });

  it('is over when its project turns out to be gone as the page is shown again', async () => {
    desk.streams[0]?.say(JOB);
    await desk.clock.pass(100);
    desk.page.turn('hidden');
    await desk.clock.pass(1000);
    desk.events.isGone = true;
    desk.page.turn('shown');
    await desk.clock.pass(60_000);
    expect(runOf()?.state).toBe('failed');
  });
});
