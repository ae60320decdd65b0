import { beforeEach, describe, expect, it } from 'vitest';
import { ApiFailure } from '../../src/api';
import { badAnswer, httpFailure } from '../../src/api/ApiFailure';
import type { ImageEvent } from '../../src/api/contractStream';
import { DAY_MS } from '../../src/time';
import { Desk, JIN, Stream } from './support/Desk';
import { FakeTabs } from './support/fakes';
import { failure } from './support/FakeProjects';
import { desk, END, JOB, job, open, PICTURE, pictureOf, reopen, runOf, setUpRuns } from './support/setUpRuns';

const brokenLine = new ApiFailure({ kind: 'network', status: null, code: 'network', message: 'fetch failed' });

setUpRuns();

/** Begins a run, and closes the project while it goes on. */
async function runAndLeave(): Promise<void> {
  void open.generation.run('art');
  await desk.clock.pass(0);
  desk.streams[0]?.say(JOB);
  await desk.clock.pass(1000);
  await desk.stores.closeProject();
}

describe('a line that breaks', () => {
  it('rejoins the job and takes its picture [GEN-20]', async () => {
    void open.generation.run('art');
    await desk.clock.pass(0);
    desk.jobStreams.set('j1', new Stream().say(JOB, PICTURE, END));
    desk.streams[0]?.say(JOB).fail(brokenLine);
    await desk.clock.pass(5000);
    expect(pictureOf()).toBe('/files/new.png');
    expect(desk.runs).toHaveLength(1);
    expect(desk.notices).toEqual([]);
  });

  it("rejoins the job behind a proxy's page, too [GEN-20] [LOAD-10]", async () => {
    void open.generation.run('art');
    await desk.clock.pass(0);
    desk.jobStreams.set('j1', new Stream().fail(httpFailure(404, 'Not Found', '<html>', {})));
    desk.streams[0]?.say(JOB).fail(brokenLine);
    await desk.clock.pass(2000);
    desk.jobStreams.set('j1', new Stream().say(JOB, PICTURE, END));
    await desk.clock.pass(5000);
    expect(pictureOf()).toBe('/files/new.png');
    expect(desk.notices).toEqual([]);
  });

  it.each([
    [503, 'databaseAway'],
    [429, 'tooManyRequests'],
  ])('rejoins the job after %i %s, too [GEN-20]', async (status, code) => {
    void open.generation.run('art');
    await desk.clock.pass(0);
    desk.jobStreams.set('j1', new Stream().fail(failure(status, { message: 'Try again.' }, code)));
    desk.streams[0]?.say(JOB).fail(brokenLine);
    await desk.clock.pass(1500);
    desk.jobStreams.set('j1', new Stream().say(JOB, PICTURE, END));
    await desk.clock.pass(5000);
    expect([pictureOf(), runOf(), desk.notices]).toEqual(['/files/new.png', undefined, []]);
  });

  it('continues at another server when its own one closes [GEN-20]', async () => {
    void open.generation.run('art');
    await desk.clock.pass(0);
    desk.jobStreams.set('j1', new Stream().say(JOB, PICTURE, END));
    desk.streams[0]?.say(JOB, { event: 'error', data: { message: 'this server is closing', code: 'closing' } });
    await desk.clock.pass(5000);
    expect(pictureOf()).toBe('/files/new.png');
    expect(desk.notices).toEqual([]);
  });

  it('fails clearly when the server was killed, and nothing is lost', async () => {
    open.editor.apply([{ type: 'setData', id: 'art', data: { value: '/files/before.png' } }]);
    void open.generation.run('art');
    await desk.clock.pass(0);
    desk.jobStreams.set('j1', new Stream().say({ event: 'error', data: { message: 'the server was restarted' } }));
    desk.streams[0]?.say(JOB).end();
    await desk.clock.pass(5000);
    expect(runOf()).toMatchObject({ state: 'failed', words: { message: 'the server was restarted' } });
    expect(pictureOf()).toBe('/files/before.png');
  });

  it.each([
    ['is cut', brokenLine],
    ["ends in a proxy's page", httpFailure(502, 'Bad Gateway', '<html>', {})],
    ["ends in a proxy's page with 200", badAnswer('<html>')],
  ])('%s before the job is named asks the same again under the same key, and joins [GEN-20]', async (_how, failure) => {
    void open.generation.run('art');
    await desk.clock.pass(0);
    desk.streams[0]?.fail(failure);
    await desk.clock.pass(1100);
    expect(runOf()).toMatchObject({ state: 'running' });
    desk.streams[1]?.say(JOB, PICTURE, END);
    await desk.clock.pass(3000);
    const [first, second] = desk.runs;
    expect(second).toEqual(first);
    expect([pictureOf(), desk.runs.length, desk.notices]).toEqual(['/files/new.png', 2, []]);
  });

  it('says so when nothing answers, and learns its outcome at the next opening [GEN-20]', async () => {
    void open.generation.run('art');
    for (let asked = 0; asked < 5; asked += 1) {
      await desk.clock.passUntil(() => desk.streams.length > asked);
      desk.streams[asked]?.fail(brokenLine);
    }
    await desk.clock.pass(20_000);
    expect(new Set(desk.runs.map(({ key }) => key)).size).toBe(1);
    expect(desk.runs).toHaveLength(5);
    expect(runOf()).toEqual({ state: 'failed', words: { key: 'node.noAnswer' } });

    desk.jobs = [job({ state: 'done', url: '/files/new.png' })];
    await reopen();
    expect([pictureOf(), runOf()]).toEqual(['/files/new.png', undefined]);
  });

  it('says that a person who was signed out meanwhile has to sign in, and has the picture once they are back [GUARD-4]', async () => {
    void open.generation.run('art');
    await desk.clock.pass(0);
    const signedOut: ImageEvent = { event: 'error', data: { message: 'Sign in to go on.', code: 'signInRequired' } };
    desk.streams[0]?.say(JOB, signedOut).end();
    await desk.clock.pass(5000);
    expect(runOf()).toMatchObject({ state: 'failed', words: { key: 'failure.signInRequired' } });
    // The job goes on at the server: nothing is asked for, and paid for, twice.
    expect([desk.runs.length, desk.notices.length]).toEqual([1, 1]);

    desk.jobs = [job({ state: 'done', url: '/files/new.png' })];
    // They sign in again in a tab beside this one.
    new FakeTabs(desk.tabs).tellMember('jin');
    await desk.clock.pass(500);
    expect([pictureOf(), runOf()]).toEqual(['/files/new.png', undefined]);
  });

  it('has the picture once a person is back whose session ended while the line was broken [GUARD-4]', async () => {
    void open.generation.run('art');
    await desk.clock.pass(0);
    desk.jobStreams.set('j1', new Stream().fail(failure(401, { message: 'Sign in to go on.' }, 'signInRequired')));
    desk.streams[0]?.say(JOB).fail(brokenLine);
    await desk.clock.pass(5000);
    expect(runOf()).toMatchObject({ state: 'failed', words: { key: 'failure.signInRequired' } });

    desk.jobs = [job({ state: 'done', url: '/files/new.png' })];
    new FakeTabs(desk.tabs).tellMember('jin');
    await desk.clock.pass(500);
    expect([pictureOf(), runOf()]).toEqual(['/files/new.png', undefined]);
  });

  it.each([
    ['has its job ended where it', [job({})], ['j1']],
    ['begins no job where its request never arrived and it', [], []],
    ['leaves the job of a run over many nodes alone where it', [job({ runId: 'r1' })], []],
  ])('%s was stopped by the person meanwhile, and its node runs again [GEN-20]', async (_what, jobs, aborted) => {
    void open.generation.run('art');
    await desk.clock.pass(0);
    open.generation.abort('art');
    void open.generation.run('art');
    desk.jobs = jobs;
    desk.streams[0]?.fail(brokenLine);
    await desk.clock.pass(1100);
    expect(desk.abortedJobs).toEqual(aborted);
    expect(desk.runs.map(({ request }) => request.number)).toEqual([undefined, 1]);
    desk.streams[1]?.say({ event: 'job', data: { id: 'j2' } }, PICTURE, END);
    await desk.clock.pass(3000);
    expect([pictureOf(), runOf()]).toEqual(['/files/new.png', undefined]);
  });
});

describe('after a reload', () => {
  beforeEach(runAndLeave);

  it('follows what still runs [GEN-9]', async () => {
    const stream = new Stream().say(JOB);
    desk.jobs = [job({})];
    desk.jobStreams.set('j1', stream);
    await reopen();
    expect(runOf()).toEqual({ state: 'running', startedAt: Date.parse('2026-11-21T09:00:00.600Z') });
    stream.say(PICTURE, END);
    await desk.clock.pass(3000);
    expect(pictureOf()).toBe('/files/new.png');
    expect(runOf()).toBeUndefined();
  });

  it("leaves the job's end to the project's stream where that has begun [GEN-9]", async () => {
    desk.jobs = [job({})];
    desk.jobStreams.set('j1', new Stream().say(JOB));
    const session = desk.stores.openProject(7);
    await desk.clock.passUntil(() => session.open !== null);
    desk.events.tell({ event: 'revision', data: { revision: 1 } });
    await desk.clock.pass(100);
    desk.events.tell({ event: 'job', data: job({ state: 'done', url: '/files/new.png' }) });
    await desk.clock.pass(3000);
    const { editor, generation } = session.open ?? open;
    expect([editor.document.node('art')?.data.value, generation.states.size]).toEqual(['/files/new.png', 0]);
  });

  it("takes over what ended after its job was read and before the project's stream began [GEN-9]", async () => {
    const stream = new Stream();
    desk.jobs = [job({})];
    desk.jobStreams.set('j1', stream);
    await reopen();
    desk.events.tell({ event: 'revision', data: { revision: 1 } });
    await desk.clock.pass(100);
    stream.say(JOB, PICTURE, END);
    await desk.clock.pass(3000);
    expect([pictureOf(), runOf()]).toEqual(['/files/new.png', undefined]);
  });

  it('takes over what ended while nobody looked, once [GEN-9]', async () => {
    desk.jobs = [
      job({ state: 'done', url: '/files/new.png' }),
      job({ id: 'j0', startedAt: '2026-11-20T00:00:00.000Z' }),
    ];
    await reopen();
    expect(pictureOf()).toBe('/files/new.png');
    open.editor.apply([{ type: 'setData', id: 'art', data: { value: null } }]);
    await desk.stores.closeProject();

    await reopen();
    expect(pictureOf()).toBeNull();
  });

  it('leaves the take that the person has chosen on another device meanwhile [GEN-9]', async () => {
    await desk.saveElsewhere([{ op: 'replace', path: '/nodes/1/data/value', value: '/files/chosen.png' }]);
    desk.jobs = [job({ state: 'done', url: '/files/new.png' })];
    await reopen();
    expect([pictureOf(), runOf()]).toEqual(['/files/chosen.png', undefined]);
    await reopen();
    expect(pictureOf()).toBe('/files/chosen.png');
  });

  it('takes over what a page of an earlier version has left [GEN-9]', async () => {
    desk.records.entries.set('runs/7/jin', { art: { state: 'asked', startedAt: desk.clock.iso(), number: 0 } });
    desk.jobs = [job({ state: 'done', url: '/files/new.png' })];
    await reopen();
    expect(pictureOf()).toBe('/files/new.png');
  });

  it('takes over what ended once there is a line, when the project was opened without one [GEN-9]', async () => {
    desk.jobs = [job({ state: 'done', url: '/files/new.png' })];
    desk.network.set(false);
    desk.projects.outage = 'network';
    desk.member = 'unknown';
    const session = desk.stores.openProject(7);
    await desk.clock.passUntil(() => session.open !== null);
    await desk.clock.pass(1000);

    desk.projects.outage = null;
    desk.member = JIN;
    desk.network.set(true);
    await desk.clock.pass(5000);
    expect(session.open?.editor.document.node('art')?.data.value).toBe('/files/new.png');
  });

  it("says on the node that the run has failed, and why in the person's language", async () => {
    desk.jobs = [job({ state: 'failed', message: 'the server was restarted', code: 'restarted' })];
    await reopen();
    expect(runOf()).toEqual({
      state: 'failed',
      words: { key: 'failure.restarted', message: 'the server was restarted' },
    });
  });
});

describe('a run of another tab, which is closed before its end', () => {
  beforeEach(async () => {
    open.editor.apply([{ type: 'setData', id: 'art', data: { value: '/files/earlier.png' } }]);
    await desk.clock.pass(3000);
    const other = new Desk({ beside: desk });
    const beside = await other.edit(7);
    void beside.generation.run('art');
    await desk.clock.pass(0);
    other.streams[0]?.say(JOB);
    const stream = new Stream().say(JOB);
    desk.jobs = [job({})];
    desk.jobStreams.set('j1', stream);
    desk.network.set(true);
    await desk.clock.pass(1000);
    other.kill();
    stream.say(PICTURE, END);
    await desk.clock.pass(3000);
    desk.jobs = [job({ state: 'done', url: '/files/new.png' })];
  });

  it.each([
    ['a third take', '/files/third.png'],
    ['the take from before the run', '/files/earlier.png'],
  ])('leaves %s that the person has chosen since then [GEN-9]', async (_which, value) => {
    expect(pictureOf()).toBe('/files/new.png');
    open.editor.apply([{ type: 'setData', id: 'art', data: { value } }]);
    desk.network.set(true);
    await desk.clock.pass(5000);
    expect(pictureOf()).toBe(value);
  });
});

describe('a device whose clock is two days ahead', () => {
  const DONE = job({ state: 'done', url: '/files/new.png', endedAt: '2026-11-21T09:00:20.000Z' });

  it('takes over what ended while nobody looked, and does not say that it was not begun [GEN-9]', async () => {
    desk.clock.turn(2 * DAY_MS);
    await runAndLeave();
    desk.jobs = [DONE];
    await reopen();
    expect([pictureOf(), runOf()]).toEqual(['/files/new.png', undefined]);
  });

  it('takes over what was asked for before the clock was moved [GEN-9]', async () => {
    await runAndLeave();
    desk.clock.turn(2 * DAY_MS);
    desk.jobs = [DONE];
    await reopen();
    expect([pictureOf(), runOf()]).toEqual(['/files/new.png', undefined]);
  });

  it('leaves the picture of a later run elsewhere as it is [GEN-9]', async () => {
    desk.clock.turn(2 * DAY_MS);
    await runAndLeave();
    desk.jobs = [
      DONE,
      job({ ...DONE, id: 'j2', number: 1, url: '/files/later.png', startedAt: '2026-11-21T09:00:30.000Z' }),
    ];
    await reopen();
    expect([pictureOf(), runOf()]).toEqual([null, undefined]);
  });
});
