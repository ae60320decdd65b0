import { PassThrough } from 'node:stream';
import sharp from 'sharp';
import { describe, expect, it, vi } from 'vitest';
import { EngineError } from '../../../server/generation';
import type { GeneratedPicture } from '../../../server/generation';
import { GEMINI_IMAGE_MODELS, priceOf, ratiosOf } from '../../../server/generation/gemini/models';
import type { GeminiAnswer } from '../../support/fakeGemini';
import { plainPicture } from './support/FakeImageEngine';
import { eventsIn } from './support/events';
import { ask, askingAt, busy, deserted, engine, gemini, KEY, keyInvalid, quota, retryIn } from './support/gemini';
import { openEngineApp } from './support/openEngineApp';
import type { EngineApp } from './support/openEngineApp';
import { MEBIBYTE } from '../../../server/bytes';

const BOAT = [{ kind: 'text' as const, text: 'a boat' }];
const SIX_HOURS_MS = 6 * 60 * 60 * 1000;
const DAY_S = 24 * 60 * 60;

async function draw({ person, projectId }: EngineApp, ...nodes: object[]): ReturnType<EngineApp['person']['post']> {
  const wish = nodes.length > 0 ? nodes : [{ type: 'text_prompt', content: '달빛 아래 배' }];
  return person.post('/nodes/generate/image', { projectId, nodes: wish });
}

/** The colour of a single-coloured picture, as '#rrggbb'. */
async function colourOf(picture: Buffer): Promise<string> {
  const [red = 0, green = 0, blue = 0] = await sharp(picture).removeAlpha().raw().toBuffer();
  return `#${[red, green, blue].map((part) => part.toString(16).padStart(2, '0')).join('')}`;
}

/** All text that a failure could leak. */
function textOf(failure: GeneratedPicture | EngineError): string {
  return failure instanceof EngineError ? `${JSON.stringify(failure)} ${failure.message}` : 'a picture';
}

const gone: GeminiAnswer = {
  error: { code: 404, status: 'NOT_FOUND', message: `models/first is not found for ${KEY}` },
};
const used = (...quotaIds: string[]): object => ({
  '@type': 'type.googleapis.com/google.rpc.QuotaFailure',
  violations: quotaIds.map((quotaId) => ({ quotaId })),
});

describe('a picture from Gemini', () => {
  it('gets pictures in the order of the request, whatever words are between them [REFER-4]', async () => {
    const { url, requests } = await gemini([{ picture: await plainPicture('#f5b301') }]);
    const engineApp = await openEngineApp(undefined, askingAt(url));
    const colours = ['#0a7a4a', '#111111', '#eeeeee'];
    const [first, ...others] = await Promise.all(
      colours.map(async (colour) => ({
        type: 'image_prompt',
        content: `data:image/png;base64,${(await plainPicture(colour)).toString('base64')}`,
      })),
    );
    await draw(engineApp, ...(first ? [first] : []), { type: 'text_prompt', content: 'all three' }, ...others);
    const parts = requests[0]?.body.contents[0]?.parts ?? [];
    const seen = await Promise.all(
      parts.flatMap(({ inlineData }) => (inlineData ? colourOf(Buffer.from(inlineData.data ?? '', 'base64')) : [])),
    );
    expect(seen).toEqual(colours);
  });

  it('gets words, groups, categories and pictures in order, and its picture is stored [ENGINE-1]', async () => {
    const picture = await plainPicture('#f5b301');
    const { url, requests } = await gemini([{ draft: await plainPicture('#000000'), picture }]);
    const engineApp = await openEngineApp(undefined, askingAt(url));
    expect((await engineApp.person.get('/capabilities')).json()).toMatchObject({ image: 'gemini', analyze: 'gemini' });
    const photo = await sharp({ create: { width: 3000, height: 1500, channels: 3, background: '#456' } })
      .jpeg()
      .toBuffer();

    const answer = await draw(
      engineApp,
      { type: 'text_prompt', content: '달빛 아래 배' },
      { type: 'image_prompt', content: `data:image/jpeg;base64,${photo.toString('base64')}` },
      { type: 'category_prompt', key: '색', value: ['파랑', '금색'] },
      { type: 'group', contents: [{ type: 'category_prompt', key: '시간', value: ['밤'] }] },
    );

    const [, made] = eventsIn(answer.body);
    const kept = await engineApp.person.get(made?.event === 'generated_image' ? made.data.url : '');
    expect(kept.rawPayload.equals(picture)).toBe(true);
    expect(requests).toHaveLength(1);
    expect(requests[0]?.apiKey).toBe(KEY);
    expect(requests[0]?.body.generationConfig).toEqual({ responseModalities: ['IMAGE'] });
    const parts = requests[0]?.body.contents[0]?.parts ?? [];
    expect(parts.map(({ text }) => text)).toEqual(['달빛 아래 배', undefined, '색: 파랑, 금색', '시간: 밤']);
    const sent = await sharp(Buffer.from(parts[1]?.inlineData?.data ?? '', 'base64')).metadata();
    expect(sent).toMatchObject({ format: 'jpeg', width: 2048, height: 1024 });
  });

  it.each<[string, GeminiAnswer, string]>([
    ['no candidates', { nothing: true }, 'refused'],
    ['an argument it does not take', { error: { code: 400, status: 'INVALID_ARGUMENT' } }, 'refused'],
    ['a reason nobody knows yet', { blocked: 'BLOCKED_REASON_UNSPECIFIED' }, 'refused'],
    ['a blocked prompt', { blocked: 'SAFETY' }, 'refusedSafety'],
    ['prohibited content', { blocked: 'PROHIBITED_CONTENT' }, 'refusedProhibited'],
    ['a blocked word', { blocked: 'BLOCKLIST' }, 'refusedWord'],
    ['personal information', { finish: 'SPII' }, 'refusedPersonal'],
    ['a picture stopped for safety', { finish: 'IMAGE_SAFETY' }, 'refusedPicture'],
    ['a picture too close to another', { finish: 'IMAGE_RECITATION' }, 'refusedWork'],
    ['words instead of a picture', { text: 'I would rather talk.' }, 'noPicture'],
    ['no picture, by its own word', { finish: 'NO_IMAGE' }, 'noPicture'],
    ['an empty answer', { finish: 'STOP' }, 'empty'],
    ['a key that is not valid', keyInvalid, 'keyRefused'],
    ['a key without the right', { error: { code: 403, status: 'PERMISSION_DENIED', message: KEY } }, 'keyRefused'],
    ['a plan without pictures', { error: { code: 429, status: 'RESOURCE_EXHAUSTED', message: 'limit: 0' } }, 'noQuota'],
    ['a country without them', { error: { code: 400, status: 'FAILED_PRECONDITION' } }, 'noQuota'],
    ['a time-out on its side', { error: { code: 504, status: 'DEADLINE_EXCEEDED' } }, 'timeout'],
    ['a crowd', busy, 'overloaded'],
    ['too much at once', { error: { code: 413, status: 'INVALID_ARGUMENT' } }, 'tooLarge'],
    ['a proxy in the way', { broken: 502 }, 'unreachable'],
    ['a line that breaks', { drop: true }, 'unreachable'],
    ['another address', { broken: 307, headers: { location: 'http://10.0.0.7/' } }, 'unreachable'],
    ['more than a picture can be', { flood: 5 * MEBIBYTE }, 'unusablePicture'],
  ])('says why there is none: %s [ENGINE-3] [ENGINE-10]', async (_name, prepared, code) => {
    const { url } = await gemini([prepared]);
    const failure = await ask(engine(url));
    expect(failure).toMatchObject({ name: 'EngineError', code });
    for (const secret of [KEY, url.slice('http://'.length), '10.0.0.7']) {
      expect(textOf(failure)).not.toContain(secret);
    }
  });

  it('says until when its quota is used up: for a minute, and for a day that ends at midnight Pacific time', async () => {
    const minute = used('GenerateRequestsPerMinutePerProjectPerModel');
    const day = used('GenerateContentInputTokensPerModelPerMinute', 'GenerateRequestsPerDayPerProjectPerModel');
    const { url } = await gemini([
      quota(minute, retryIn('33.4s')),
      { ...quota(), headers: { 'retry-after': '12' } },
      quota(),
      quota(day, retryIn('33.4s')),
    ]);
    const images = engine(url);
    expect(await ask(images)).toMatchObject({ code: 'quota', retryAfterS: 34 });
    expect(await ask(images)).toMatchObject({ code: 'quota', retryAfterS: 12 });
    expect(await ask(images)).toMatchObject({ code: 'quota', retryAfterS: undefined });
    const ofDay = await ask(images);
    if (!(ofDay instanceof EngineError)) throw new Error('a picture was made');
    expect(ofDay.code).toBe('quotaDay');
    const again = new Date(Date.now() + (ofDay.retryAfterS ?? 0) * 1000 + 30_000);
    expect(again.toLocaleTimeString('en', { timeZone: 'America/Los_Angeles', hour: 'numeric', hour12: true })).toBe(
      '12 AM',
    );
    expect(ofDay.retryAfterS).toBeLessThanOrEqual(DAY_S);
  });

  it('moves on from a retired model once, warns, and remembers [ENGINE-11]', async () => {
    const picture = await plainPicture('#2f6bff');
    const { url, requests } = await gemini(({ model }) => (model === 'second' ? { picture } : gone));
    const written = new PassThrough();
    const images = engine(url, { log: written });
    expect(await ask(images)).toMatchObject({ model: 'second' });
    expect(await ask(images)).toMatchObject({ model: 'second' });
    expect(requests.map(({ model }) => model)).toEqual(['first', 'second', 'second']);
    const lines = String(written.read()).trim().split('\n');
    expect(lines).toHaveLength(1);
    expect(lines[0]).not.toContain(KEY);
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ level: 40, model: 'first', next: 'second' });
  });

  it('asks a retired model again after six hours, and stays with it when it is back [ENGINE-11]', async () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    const picture = await plainPicture('#2f6bff');
    let isBack = false;
    const { url, requests } = await gemini(({ model }) => (model === 'second' || isBack ? { picture } : gone));
    const images = engine(url);
    const modelsOf = async (times: number): Promise<unknown[]> => {
      for (let index = 0; index < times; index += 1) await ask(images);
      return requests.splice(0).map(({ model }) => model);
    };
    expect(await modelsOf(2)).toEqual(['first', 'second', 'second']);
    vi.advanceTimersByTime(SIX_HOURS_MS - 1000);
    expect(await modelsOf(1)).toEqual(['second']);
    vi.advanceTimersByTime(1000);
    expect(await modelsOf(2)).toEqual(['first', 'second', 'second']);
    isBack = true;
    vi.advanceTimersByTime(SIX_HOURS_MS);
    expect(await modelsOf(2)).toEqual(['first', 'first']);
    vi.useRealTimers();
  });

  it('says so when every model is gone', async () => {
    const { url, requests } = await gemini([gone]);
    const images = engine(url);
    expect(await ask(images)).toMatchObject({ code: 'noModel', message: expect.stringContaining('no longer offers') });
    expect(await ask(images)).toMatchObject({ code: 'noModel' });
    expect(requests).toHaveLength(3);
  });

  it('ends after its time, and when its job is stopped', async () => {
    const { url, requests } = await gemini([{ hang: true }]);
    expect(await ask(engine(url, { timeoutMs: 60 }))).toMatchObject({ code: 'timeout' });
    // A timed-out call may still run: asking again could be billed twice.
    expect(requests).toHaveLength(1);
    expect(await ask(engine(url), AbortSignal.abort())).toMatchObject({ code: 'aborted' });
  });
});

describe('what a picture of Gemini took', () => {
  const [priced = ''] = GEMINI_IMAGE_MODELS;
  const usage = {
    promptTokenCount: 100,
    candidatesTokenCount: 1300,
    thoughtsTokenCount: 40,
    totalTokenCount: 1440,
    candidatesTokensDetails: [
      { modality: 'TEXT', tokenCount: 10 },
      { modality: 'IMAGE', tokenCount: 1290 },
    ],
  };

  it('is its tokens, and their price where that is known [ENGINE-6]', async () => {
    const picture = await plainPicture('#fff');
    const { url } = await gemini([{ picture, usage }]);
    const price = priceOf(priced);
    if (!price) throw new Error('the first model has no price');
    expect(await ask(engine(url, { models: [priced] }))).toMatchObject({
      model: priced,
      usage: {
        inputTokens: 100,
        outputTokens: 1340,
        costMicros: Math.round(100 * price.input + 1290 * price.imageOutput + 50 * price.textOutput),
      },
    });
    expect(await ask(engine(url, { models: ['unheard-of'] }))).toMatchObject({
      usage: { inputTokens: 100, costMicros: null },
    });
  });

  it('is not made up where Google did not count', async () => {
    const { url } = await gemini([{ picture: await plainPicture('#fff') }]);
    expect(await ask(engine(url, { models: [priced] }))).toEqual({ model: priced, bytes: expect.any(Buffer) });
  });

  it('reports a failure too, which is billed nevertheless', async () => {
    const { url } = await gemini([{ text: 'no', finish: 'NO_IMAGE', usage }]);
    expect(await ask(engine(url, { models: [priced] }))).toMatchObject({
      code: 'noPicture',
      model: priced,
      usage: { inputTokens: 100 },
    });
  });
});

describe('the shape of a picture of Gemini', () => {
  it('is requested if the model makes it, and else refused before anything is billed [ENGINE-7]', async () => {
    const { url, requests } = await gemini([{ picture: await plainPicture('#fff') }]);
    const images = engine(url);
    const { signal } = new AbortController();
    expect(images.abilities).toEqual({ aspectRatios: ratiosOf('first'), countMax: 1 });
    await images.generate({ parts: BOAT, aspectRatio: '16:9', signal });
    expect(requests[0]?.body.generationConfig?.imageConfig).toEqual({ aspectRatio: '16:9' });
    await expect(images.generate({ parts: BOAT, aspectRatio: '7:1', signal })).rejects.toMatchObject({
      code: 'notOffered',
    });
    expect(requests).toHaveLength(1);
  });

  it('is one that every successor makes too', () => {
    const [first = '', ...successors] = GEMINI_IMAGE_MODELS;
    for (const successor of successors)
      expect(ratiosOf(successor)).toEqual(expect.arrayContaining([...ratiosOf(first)]));
  });
});

describe('a failure of Gemini', () => {
  it('is answered before the stream, and stored with its job', async () => {
    const cases: [GeminiAnswer, number, string][] = [
      [keyInvalid, 503, 'keyRefused'],
      [{ broken: 502 }, 503, 'unreachable'],
      [quota(retryIn('33.4s')), 429, 'quota'],
    ];
    const { url } = await gemini(cases.map(([prepared]) => prepared));
    const engineApp = await openEngineApp(undefined, askingAt(url));
    for (const [, status, code] of cases) {
      const answer = await draw(engineApp);
      expect(answer.statusCode).toBe(status);
      expect(answer.json()).toMatchObject({ code });
      for (const secret of [KEY, url.slice('http://'.length), '10.0.0.7']) expect(answer.body).not.toContain(secret);
      expect(answer.headers['retry-after']).toBe(code === 'quota' ? '34' : undefined);
      const retryAt = code === 'quota' ? new Date(engineApp.clock.now().getTime() + 34_000).toISOString() : undefined;
      expect(answer.json<{ retryAt?: string }>().retryAt).toBe(retryAt);
      const jobs = await engineApp.person.get(`/projects/${engineApp.projectId}/jobs`);
      expect(jobs.json<object[]>().at(-1)).toMatchObject({ state: 'failed', code, retryAt: retryAt ?? null });
      engineApp.clock.pass(1000);
    }
  });

  it('is 503 when nobody is there, within the second that is waited for it', async () => {
    const answer = await draw(await openEngineApp(undefined, askingAt(await deserted())));
    expect(answer.statusCode).toBe(503);
    expect(answer.json()).toMatchObject({ code: 'unreachable' });
  });
});
