import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Job } from '../../../src/api/contract';
import { DiskFileStore } from '../../../server/files/DiskFileStore';
import { StoreUnavailable } from '../../../server/files/errors';
import { EngineError } from '../../../server/generation';
import { signIn } from '../support/Person';
import { Easel, plainPicture } from './support/Easel';
import { eventsIn } from './support/events';
import { openStudio } from './support/openStudio';
import type { Studio } from './support/openStudio';

afterEach(() => vi.restoreAllMocks());

const USAGE = { inputTokens: 12, outputTokens: 1290, costMicros: 38_704 };

function ask({ person, projectId }: Studio, more: object = {}): ReturnType<Studio['person']['post']> {
  const nodes = [{ type: 'text_prompt', content: 'a calm lake' }];
  return person.post('/nodes/generate/image', { projectId, nodes, nodeId: 'art', ...more });
}

async function jobsOf({ person, projectId }: Studio, query = ''): Promise<Job[]> {
  return (await person.get(`/projects/${projectId}/jobs${query}`)).json();
}

async function metric({ person }: Studio, line: string): Promise<number> {
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
    const easel = new Easel('gemini');
    const studio = await openStudio(easel);
    const asked = ask(studio);
    (await easel.order()).hand({ bytes: await plainPicture('#2f6bff'), model: 'easel-1', usage: USAGE });
    const [, made] = eventsIn((await asked).body);
    const url = made?.event === 'generated_image' ? made.data.url : '';
    expect(url).toMatch(/^\/files\//);

    const again = await studio.reopen(easel);
    const kept = { url, provider: 'gemini', model: 'easel-1', ...USAGE };
    expect(await jobsOf(again)).toMatchObject([kept]);
    expect(await jobsOf(again, `?url=${encodeURIComponent(url)}`)).toMatchObject([kept]);
    expect(await jobsOf(again, '?url=/files/another.png')).toEqual([]);
    const stranger = await signIn(again.app, '다른 사람');
    const theirs = await stranger.get(`/projects/${again.projectId}/jobs?url=${encodeURIComponent(url)}`);
    expect(theirs.statusCode).toBe(404);
  });

  it('is unknown, not nothing, where nobody knows a price [ENGINE-6]', async () => {
    const easel = new Easel('openai');
    const studio = await openStudio(easel);
    const [counted, silent] = [ask(studio), ask(studio, { number: 1 })];
    const bytes = await plainPicture('#fff');
    (await easel.order(0)).hand({ bytes, model: 'flux', usage: { ...USAGE, costMicros: null } });
    (await easel.order(1)).hand({ bytes, model: 'flux' });
    await Promise.all([counted, silent]);
    const jobs = await jobsOf(studio);
    expect(jobs.map(({ costMicros }) => costMicros)).toEqual([null, null]);
    expect(new Set(jobs.map(({ inputTokens }) => inputTokens))).toEqual(new Set([12, null]));
  });

  it.each([
    ['a store that is away', new StoreUnavailable(new Error('it restarts'), false), 'storeUnavailable'],
    ['an error of the server', new Error('the store is broken'), 'internal'],
  ])('is stored with a picture that cannot be kept: %s', async (_name, error, code) => {
    const easel = new Easel('gemini');
    const studio = await openStudio(easel);
    const asked = ask(studio);
    vi.spyOn(DiskFileStore.prototype, 'put').mockRejectedValue(error);
    (await easel.order()).hand({ bytes: await plainPicture('#fff'), model: 'easel-1', usage: USAGE });
    await asked;
    expect(await jobsOf(studio)).toMatchObject([{ state: 'failed', code, model: 'easel-1', ...USAGE }]);
  });

  it('is stored with a picture that is stopped as it cannot be kept', async () => {
    const easel = new Easel('gemini');
    const studio = await openStudio(easel);
    const asked = ask(studio);
    vi.spyOn(DiskFileStore.prototype, 'put').mockImplementation(async () => {
      const [job] = await jobsOf(studio);
      expect((await studio.person.delete(`/jobs/${job?.id}`)).statusCode).toBe(204);
      throw new StoreUnavailable(new Error('it restarts'), false);
    });
    (await easel.order()).hand({ bytes: await plainPicture('#fff'), model: 'easel-1', usage: USAGE });
    await asked;
    await expect
      .poll(() => jobsOf(studio))
      .toMatchObject([{ state: 'aborted', costMicros: USAGE.costMicros, inputTokens: USAGE.inputTokens }]);
  });

  it('is counted for the operator by how it ended, failures that were billed too [ENGINE-6]', async () => {
    const easel = new Easel('gemini');
    const studio = await openStudio(easel);
    const asked = [ask(studio), ask(studio, { number: 1 }), ask(studio, { number: 2 })];
    (await easel.order(0)).hand({ bytes: await plainPicture('#fff'), model: 'easel-1', usage: USAGE });
    (await easel.order(1)).hand({ bytes: Buffer.from('<html>'), model: 'easel-1', usage: USAGE });
    (await easel.order(2)).fail(new EngineError('refusedSafety', 'No.'));
    await Promise.all(asked);
    for (const outcome of ['done', 'unusablePicture', 'refusedSafety']) {
      expect(await metric(studio, `generation_pictures_total{provider="gemini",outcome="${outcome}"} `)).toBe(1);
    }
    const cost = 'generation_cost_micro_dollars_total{provider="gemini",model="easel-1"} ';
    expect(await metric(studio, cost)).toBe(2 * USAGE.costMicros);
    expect((await jobsOf(studio)).find(({ code }) => code === 'unusablePicture')).toMatchObject({
      model: 'easel-1',
      ...USAGE,
    });
  });
});

describe('a shape and a number of pictures', () => {
  it('are in the capabilities and passed on to the engine [ENGINE-7]', async () => {
    const easel = new Easel('gemini', { aspectRatios: ['1:1', '16:9'], countMax: 1 });
    const studio = await openStudio(easel);
    expect((await studio.person.get('/capabilities')).json()).toMatchObject({
      image: 'gemini',
      aspectRatios: ['1:1', '16:9'],
      countMax: 1,
    });
    void easel.finish();
    await ask(studio, { aspectRatio: '16:9', count: 1 });
    expect((await easel.order()).request.aspectRatio).toBe('16:9');
  });

  it.each<[object, string]>([
    [{ aspectRatio: '4:1' }, 'It makes 1:1, 16:9.'],
    [{ count: 2 }, 'at most 1 at once'],
  ])('are refused before anything is billed where the engine does not make them: %o [ENGINE-7]', async (more, said) => {
    const easel = new Easel('gemini', { aspectRatios: ['1:1', '16:9'], countMax: 1 });
    const studio = await openStudio(easel);
    const answer = await ask(studio, more);
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({ code: 'notOffered', message: expect.stringContaining(said) });
    expect(easel.orders).toEqual([]);
    expect(await jobsOf(studio)).toEqual([]);
  });

  it('are refused where they mean nothing', async () => {
    const studio = await openStudio(new Easel());
    expect((await ask(studio, { count: 0 })).json()).toMatchObject({ code: 'invalidRequest' });
    expect((await ask(studio, { aspectRatio: '16:9' })).json()).toMatchObject({ code: 'notOffered' });
  });
});
