import { beforeEach, describe, expect, it } from 'vitest';
import { httpFailure } from '../../src/api/ApiFailure';
import { en } from '../../src/i18n/en';
import { ko } from '../../src/i18n/ko';
import { failure } from './support/FakeProjects';
import { desk, END, JOB, job, open, PICTURE, pictureOf, reopen, runOf, setUpRuns } from './support/setUpRuns';

setUpRuns();

const write = (value: string): void => open.editor.apply([{ type: 'setData', id: 'idea', data: { value } }]);

describe('a run that fails', () => {
  it('says on the node that there is nothing to run from [REQ-5]', async () => {
    write('  ');
    await open.generation.run('art');
    expect(desk.runs).toEqual([]);
    expect(runOf()).toEqual({ state: 'failed', words: { key: 'node.nothingToRun' } });
    open.generation.dismiss('art');
    expect(runOf()).toBeUndefined();
  });

  it('says so no longer once there is something to run from, also after a reload [REQ-5]', async () => {
    for (const isReloaded of [false, true]) {
      write('  ');
      await open.generation.run('art');
      if (isReloaded) await reopen();
      open.editor.apply([{ type: 'moveNode', id: 'idea', position: { x: 5, y: 0 } }]);
      expect(runOf()).toEqual({ state: 'failed', words: { key: 'node.nothingToRun' } });
      write('강');
      expect(runOf()).toBeUndefined();
    }
    expect(desk.runs).toEqual([]);
  });

  it('drops the reason when it has become another one [REQ-5] [BOUND-3]', async () => {
    write(' ');
    await open.generation.run('art');
    write('가'.repeat(11_000));
    expect(runOf()).toBeUndefined();
    await open.generation.run('art');
    expect(runOf()).toMatchObject({ words: { key: 'failure.tooManyWords' } });
  });

  it('says on the node that too much leads to it, and makes no call [BOUND-3]', async () => {
    write('가'.repeat(11_000));
    await open.generation.run('art');
    expect(desk.runs).toEqual([]);
    expect(runOf()).toEqual({ state: 'failed', words: { key: 'failure.tooManyWords' } });
    for (const sentence of [en.failure.tooManyWords, ko.failure.tooManyWords]) expect(sentence).toContain('32');
  });

  it("shows the stream's own error in its words, and on the node [ERR-6]", async () => {
    void open.generation.run('art');
    await desk.clock.pass(0);
    desk.streams[0]?.say(JOB, { event: 'error', data: { message: 'refused for safety' } });
    await desk.clock.pass(2000);
    expect(desk.notices).toEqual([
      {
        variant: 'default',
        titleKey: 'toast.imageGenerationErrorTitle',
        descriptionKey: 'failure.told',
        message: 'refused for safety',
        durationMs: 3000,
      },
    ]);
    expect(runOf()).toEqual({ state: 'failed', words: { key: 'failure.told', message: 'refused for safety' } });
  });

  it("names a failure whose code has words in the person's language", async () => {
    void open.generation.run('art');
    await desk.clock.pass(0);
    desk.streams[0]?.say(JOB, { event: 'error', data: { message: 'No.', code: 'refused' } });
    await desk.clock.pass(2000);
    expect(runOf()).toEqual({ state: 'failed', words: { key: 'failure.refused', message: 'No.' } });
  });

  it('shows the destructive toast when the call itself fails [ERR-5]', async () => {
    void open.generation.run('art');
    await desk.clock.pass(0);
    desk.streams[0]?.fail(failure(503));
    await desk.clock.pass(2000);
    expect(desk.notices).toEqual([
      {
        variant: 'destructive',
        titleKey: 'toast.imageGenerationErrorTitle',
        descriptionKey: 'toast.imageGenerationErrorDescription',
        durationMs: 3000,
      },
    ]);
    expect(runOf()).toMatchObject({ state: 'failed', words: { message: 'status 503' } });
  });

  it("says 'An unknown error occurred.' when the stream gives no reason [ERR-6]", async () => {
    void open.generation.run('art');
    await desk.clock.pass(0);
    desk.streams[0]?.say(JOB, { event: 'error' });
    await desk.clock.pass(2000);
    expect(desk.notices).toMatchObject([{ variant: 'default', descriptionKey: 'toast.unknownError' }]);
    expect(en.toast.unknownError).toBe('An unknown error occurred.');
  });
});

describe('a failure with a time in it', () => {
  const retryAt = '2026-11-21T14:05:00.000Z';
  const words = { key: 'failure.quotaAt', message: 'Asked too much.', retryAt };
  const failed = job({ state: 'failed', code: 'quota', message: 'Asked too much.', retryAt });

  beforeEach(() => {
    void open.generation.run('art');
  });

  it('says when to try again, on the node and in the toast, and the same after every reload [ENGINE-4]', async () => {
    await desk.clock.pass(0);
    desk.streams[0]?.say(JOB, { event: 'error', data: { code: 'quota', message: 'Asked too much.', retryAt } });
    await desk.clock.pass(2000);
    expect(runOf()).toEqual({ state: 'failed', words });
    expect(desk.notices).toMatchObject([{ descriptionKey: 'failure.quotaAt', retryAt }]);

    desk.jobs = [failed];
    for (let reloads = 0; reloads < 2; reloads += 1) {
      await desk.stores.closeProject();
      await reopen();
      expect(runOf()).toEqual({ state: 'failed', words });
    }
    expect(desk.notices).toHaveLength(1);
  });

  it('is reported by an answer before the stream too, which names its job', async () => {
    await desk.clock.pass(0);
    const body = { message: 'Asked too much.', error: 'Asked too much.', code: 'quota', retryAt, jobId: 'j1' };
    desk.streams[0]?.fail(httpFailure(429, 'Too Many Requests', body, {}));
    await desk.clock.pass(2000);
    expect(runOf()).toEqual({ state: 'failed', words });
    await desk.stores.closeProject();
    desk.jobs = [failed];
    await reopen();
    expect(runOf()).toEqual({ state: 'failed', words });
  });

  it('stays after a reload where it never became a job, and the earlier picture is left alone', async () => {
    await desk.clock.pass(0);
    const body = { message: 'Too many.', error: 'Too many.', code: 'limitDay', retryAt };
    desk.streams[0]?.fail(httpFailure(429, 'Too Many Requests', body, { retryAfter: '3600' }));
    await desk.clock.pass(2000);
    const limit = { state: 'failed', words: { key: 'failure.limitDayAt', message: 'Too many.', retryAt } };
    expect(runOf()).toEqual(limit);
    await desk.stores.closeProject();
    desk.jobs = [job({ id: 'j0', state: 'failed', url: '/files/older.png' })];
    await reopen();
    expect(runOf()).toEqual(limit);
    expect(pictureOf()).toBeNull();
  });

  it.each([
    [
      'the next run ends well',
      async () => {
        void open.generation.run('art');
        await desk.clock.pass(0);
        desk.streams[1]?.say({ event: 'job', data: { id: 'j2' } }, PICTURE, END);
        await desk.clock.pass(2000);
      },
    ],
    ['it is taken off', async () => open.generation.dismiss('art')],
  ])('is over when %s', async (_what, end) => {
    await desk.clock.pass(0);
    desk.streams[0]?.say(JOB, { event: 'error', data: { code: 'quota', message: 'Asked too much.', retryAt } });
    await desk.clock.pass(2000);
    await end();
    expect(runOf()).toBeUndefined();
    await desk.stores.closeProject();
    desk.jobs = [failed];
    await reopen();
    expect(runOf()).toBeUndefined();
  });
});
