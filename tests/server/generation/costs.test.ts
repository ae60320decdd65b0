import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Job } from '../../../src/api/contract';
import { diskFull } from '../../../server/errors';
import { DiskFileStore } from '../../../server/files/DiskFileStore';
import { StoreUnavailable } from '../../../server/files/errors';
import { EngineError } from '../../../server/generation';
import { signIn } from '../support/Person';
import { shortenPauses } from '../support/shortenPauses';
import { FakeImageEngine, plainPicture } from './support/FakeImageEngine';
import { eventsIn } from './support/events';
import { openEngineApp } from './support/openEngineApp';
import type { EngineApp } from './support/openEngineApp';

afterEach(() => vi.restoreAllMocks());

const USAGE = { inputTokens: 12, outputTokens: 1290, costMicros: 38_704 };

function ask({ person, projectId }: EngineApp, more: object = {}): ReturnType<EngineApp['person']['post']> {
  const nodes = [{ type: 'text_prompt', content: 'a calm lake' }];
  return person.post('/nodes/generate/image', { projectId, nodes, nodeId: 'art', ...more });
}

async function jobsOf({ person, projectId }: EngineApp, query = ''): Promise<Job[]> {
  return (await person.get(`/projects/${projectId}/jobs${query}`)).json();
}

async function metric({ person }: EngineApp, line: string): Promise<number> {
  const text = (await person.get('/metrics')).body;
  return Number(
    text
      .split('\n')
      .find((one) => one.startsWith(line))
      ?.slice(line.length) ?? 0,
  );
}

describe('what a picture took', () => {
  it('is stored with it: its maker, its tokens and their cost [ENGINE-6]', async () => {
    const imageEngine = new FakeImageEngine('gemini');
    const engineApp = await openEngineApp(imageEngine);
    const asked = ask(engineApp);
    (await imageEngine.order()).hand({ bytes: await plainPicture('#2f6bff'), model: 'fake-image-1', usage: USAGE });
    const [, made] = eventsIn((await asked).body);
    const url = made?.event === 'generated_image' ? made.data.url : '';
    expect(url).toMatch(/^\/files\//);

    const again = await engineApp.reopen(imageEngine);
    const kept = { url, provider: 'gemini', model: 'fake-image-1', ...USAGE };
    expect(await jobsOf(again)).toMatchObject([kept]);
    expect(await jobsOf(again, `?url=${encodeURIComponent(url)}`)).toMatchObject([kept]);
    expect(await jobsOf(again, '?url=/files/another.png')).toEqual([]);
    const stranger = await signIn(again.app, '다른 사람');
    const theirs = await stranger.get(`/projects/${again.projectId}/jobs?url=${encodeURIComponent(url)}`);
    expect(theirs.statusCode).toBe(404);
  });

  it('is unknown, not nothing, where nobody knows a price [ENGINE-6]', async () => {
    const imageEngine = new FakeImageEngine('openai');
    const engineApp = await openEngineApp(imageEngine);
    const [counted, silent] = [ask(engineApp), ask(engineApp, { number: 1 })];
    const bytes = await plainPicture('#fff');
    (await imageEngine.order(0)).hand({ bytes, model: 'flux', usage: { ...USAGE, costMicros: null } });
    (await imageEngine.order(1)).hand({ bytes, model: 'flux' });
    await Promise.all([counted, silent]);
    const jobs = await jobsOf(engineApp);
    expect(jobs.map(({ costMicros }) => costMicros)).toEqual([null, null]);
    expect(new Set(jobs.map(({ inputTokens }) => inputTokens))).toEqual(new Set([12, null]));
  });

  it.each([
    ['a store that is away', new StoreUnavailable(new Error('it restarts'), false), 'storeUnavailable'],
    ['a full disk', diskFull(new Error('ENOSPC')), 'diskFull'],
    ['an error of the server', new Error('the store is broken'), 'internal'],
  ])('is stored with a picture that cannot be kept: %s', async (_name, error, code) => {
    const imageEngine = new FakeImageEngine('gemini');
    const engineApp = await openEngineApp(imageEngine);
    const asked = ask(engineApp);
    shortenPauses();
    vi.spyOn(DiskFileStore.prototype, 'put').mockRejectedValue(error);
    (await imageEngine.order()).hand({ bytes: await plainPicture('#fff'), model: 'fake-image-1', usage: USAGE });
    await asked;
    expect(await jobsOf(engineApp)).toMatchObject([{ state: 'failed', code, model: 'fake-image-1', ...USAGE }]);
  });

  it('is stored with a picture that is stopped as it cannot be kept', async () => {
    const imageEngine = new FakeImageEngine('gemini');
    const engineApp = await openEngineApp(imageEngine);
    const asked = ask(engineApp);
    vi.spyOn(DiskFileStore.prototype, 'put').mockImplementation(async () => {
      const [job] = await jobsOf(engineApp);
      expect((await engineApp.person.delete(`/jobs/${job?.id}`)).statusCode).toBe(204);
      throw new StoreUnavailable(new Error('it restarts'), false);
    });
    (await imageEngine.order()).hand({ bytes: await plainPicture('#fff'), model: 'fake-image-1', usage: USAGE });
    await asked;
    await expect
      .poll(() => jobsOf(engineApp))
      .toMatchObject([{ state: 'aborted', costMicros: USAGE.costMicros, inputTokens: USAGE.inputTokens }]);
  });

  it('is counted for the operator by how it ended, failures that were billed too [ENGINE-6]', async () => {
    const imageEngine = new FakeImageEngine('gemini');
    const engineApp = await openEngineApp(imageEngine);
    const asked = [ask(engineApp), ask(engineApp, { number: 1 }), ask(engineApp, { number: 2 })];
    (await imageEngine.order(0)).hand({ bytes: await plainPicture('#fff'), model: 'fake-image-1', usage: USAGE });
    (await imageEngine.order(1)).hand({ bytes: Buffer.from('<html>'), model: 'fake-image-1', usage: USAGE });
    (await imageEngine.order(2)).fail(new EngineError('refusedSafety', 'No.'));
    await Promise.all(asked);
    for (const outcome of ['done', 'unusablePicture', 'refusedSafety']) {
      expect(await metric(engineApp, `generation_pictures_total{provider="gemini",outcome="${outcome}"} `)).toBe(1);
    }
    const cost = 'generation_cost_micro_dollars_total{provider="gemini",model="fake-image-1"} ';
    expect(await metric(engineApp, cost)).toBe(2 * USAGE.costMicros);
    expect((await jobsOf(engineApp)).find(({ code }) => code === 'unusablePicture')).toMatchObject({
      model: 'fake-image-1',
      ...USAGE,
    });
  });
});

describe('a shape and a number of pictures', () => {
  it('are in the capabilities and passed on to the engine [ENGINE-7]', async () => {
    const imageEngine = new FakeImageEngine('gemini', { aspectRatios: ['1:1', '16:9'], countMax: 1 });
    const engineApp = await openEngineApp(imageEngine);
    expect((await engineApp.person.get('/capabilities')).json()).toMatchObject({
      image: 'gemini',
      aspectRatios: ['1:1', '16:9'],
      countMax: 1,
    });
    void imageEngine.finish();
    await ask(engineApp, { aspectRatio: '16:9', count: 1 });
    expect((await imageEngine.order()).request.aspectRatio).toBe('16:9');
  });

  it.each<[object, string]>([
    [{ aspectRatio: '4:1' }, 'It makes 1:1, 16:9.'],
    [{ count: 2 }, 'at most 1 at once'],
  ])('are refused before anything is billed where the engine does not make them: %o [ENGINE-7]', async (more, said) => {
    const imageEngine = new FakeImageEngine('gemini', { aspectRatios: ['1:1', '16:9'], countMax: 1 });
    const engineApp = await openEngineApp(imageEngine);
    const answer = await ask(engineApp, more);
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({ code: 'notOffered', message: expect.stringContaining(said) });
    expect(imageEngine.orders).toEqual([]);
    expect(await jobsOf(engineApp)).toEqual([]);
  });

  it('are refused where they mean nothing', async () => {
    const engineApp = await openEngineApp(new FakeImageEngine());
    expect((await ask(engineApp, { count: 0 })).json()).toMatchObject({ code: 'invalidRequest' });
    expect((await ask(engineApp, { aspectRatio: '16:9' })).json()).toMatchObject({ code: 'notOffered' });
  });
});
