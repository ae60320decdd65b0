import { PassThrough } from 'node:stream';
import { pino } from 'pino';
import sharp from 'sharp';
import { afterEach, describe, expect, it } from 'vitest';
import { geminiClient } from '../../../server/generation/gemini/client';
import { GeminiAnalyser } from '../../../server/generation/gemini/GeminiAnalyser';
import { GeminiImages } from '../../../server/generation/gemini/GeminiImages';
import { startFakeGemini } from '../../support/fakeGemini';
import type { FakeGemini, FakeGeminiOptions, GeminiAnswer } from '../../support/fakeGemini';
import { plainPicture } from './support/Easel';
import { eventsIn } from './support/events';
import { openStudio } from './support/openStudio';
import type { Studio } from './support/openStudio';

const KEY = 'test-key-0123456789';
const MODELS = ['first', 'second', 'third'];
const leftovers: FakeGemini[] = [];
afterEach(async () => {
  for (const gemini of leftovers.splice(0)) await gemini.stop();
});

async function gemini(answers: FakeGeminiOptions['answers']): Promise<FakeGemini> {
  const fake = await startFakeGemini({ answers });
  leftovers.push(fake);
  return fake;
}

function withGemini(url: string): Promise<Studio> {
  return openStudio(undefined, {
    GEMINI_API_KEY: KEY,
    GEMINI_BASE_URL: url,
    GEMINI_IMAGE_MODELS: MODELS.join(','),
    GEMINI_TEXT_MODELS: MODELS.join(','),
  });
}

async function draw({ person, projectId }: Studio, ...nodes: object[]): ReturnType<Studio['person']['post']> {
  const wish = nodes.length > 0 ? nodes : [{ type: 'text_prompt', content: '달빛 아래 배' }];
  return person.post('/nodes/generate/image', { projectId, nodes: wish });
}

const gone: GeminiAnswer = { error: { code: 404, status: 'NOT_FOUND', message: 'models/first is not found' } };

describe('a picture from Gemini', () => {
  it('is asked for with words and pictures in order, and kept', async () => {
    const picture = await plainPicture('#f5b301');
    const { url, requests } = await gemini([{ draft: await plainPicture('#000000'), picture }]);
    const studio = await withGemini(url);
    expect((await studio.person.get('/capabilities')).json()).toMatchObject({ image: 'gemini', analyze: 'gemini' });
    const photo = await sharp({ create: { width: 3000, height: 1500, channels: 3, background: '#456' } })
      .jpeg()
      .toBuffer();

    const answer = await draw(
      studio,
      { type: 'text_prompt', content: '달빛 아래 배' },
      { type: 'image_prompt', content: `data:image/jpeg;base64,${photo.toString('base64')}` },
      { type: 'category_prompt', key: '색', value: ['파랑', '금색'] },
    );

    const [, made] = eventsIn(answer.body);
    const kept = await studio.person.get(made?.event === 'generated_image' ? made.data.url : '');
    expect(kept.rawPayload.equals(picture)).toBe(true);
    expect(requests).toHaveLength(1);
    expect(requests[0]?.apiKey).toBe(KEY);
    expect(requests[0]?.body.generationConfig?.responseModalities).toEqual(['IMAGE']);
    const parts = requests[0]?.body.contents[0]?.parts ?? [];
    expect(parts.map(({ text }) => text)).toEqual(['달빛 아래 배', undefined, '색: 파랑, 금색']);
    const sent = await sharp(Buffer.from(parts[1]?.inlineData?.data ?? '', 'base64')).metadata();
    expect(sent).toMatchObject({ format: 'jpeg', width: 2048, height: 1024 });
  });

  it.each<[string, GeminiAnswer, string]>([
    ['no candidates', { nothing: true }, 'refused'],
    ['a blocked prompt', { blocked: 'PROHIBITED_CONTENT' }, 'refused'],
    ['a candidate stopped for safety', { finish: 'IMAGE_SAFETY' }, 'refused'],
    ['words instead of a picture', { text: 'I would rather talk.' }, 'empty'],
    ['a time-out on its side', { error: { code: 504, status: 'DEADLINE_EXCEEDED' } }, 'unreachable'],
    ['an argument it does not take', { error: { code: 400, status: 'INVALID_ARGUMENT' } }, 'refused'],
  ])('says why there is none: %s', async (_name, prepared, code) => {
    const { url } = await gemini([prepared]);
    const answer = await draw(await withGemini(url));
    const told = answer.statusCode === 200 ? eventsIn(answer.body)[1] : { event: 'error', data: answer.json<object>() };
    expect(told).toMatchObject({
      event: 'error',
      data: { code, message: expect.stringMatching(/[Rr]un it again|Try again/) },
    });
  });

  it.each<[string, GeminiAnswer, number, string]>([
    [
      'a key that is not valid',
      {
        error: {
          code: 400,
          status: 'INVALID_ARGUMENT',
          message: `API key not valid: ${KEY}`,
          details: [{ reason: 'API_KEY_INVALID' }],
        },
      },
      503,
      'keyRefused',
    ],
    ['a key without the right', { error: { code: 403, status: 'PERMISSION_DENIED', message: KEY } }, 503, 'keyRefused'],
    ['a proxy in the way', { broken: 502 }, 503, 'unreachable'],
    [
      'a quota used up',
      { error: { code: 429, status: 'RESOURCE_EXHAUSTED', details: [{ '@type': 'RetryInfo', retryDelay: '33.4s' }] } },
      429,
      'quota',
    ],
  ])('answers before the stream: %s', async (_name, prepared, status, code) => {
    const { url } = await gemini([prepared]);
    const studio = await withGemini(url);
    const answer = await draw(studio);
    expect(answer.statusCode).toBe(status);
    expect(answer.json()).toMatchObject({ code });
    expect(answer.headers['retry-after']).toBe(status === 429 ? '34' : undefined);
    for (const secret of [KEY, url.slice('http://'.length), '10.0.0.7']) expect(answer.body).not.toContain(secret);
    const jobs = await studio.person.get(`/projects/${studio.projectId}/jobs`);
    expect(jobs.json()).toMatchObject([{ state: 'failed' }]);
  });

  it('answers 503 when nobody is there', async () => {
    const fake = await startFakeGemini({ answers: [] });
    await fake.stop();
    const answer = await draw(await withGemini(fake.url));
    expect(answer.statusCode).toBe(503);
    expect(answer.json()).toMatchObject({ code: 'unreachable' });
  });

  it('moves on from a retired model once, warns, and remembers', async () => {
    const picture = await plainPicture('#2f6bff');
    const { url, requests } = await gemini(({ model }) => (model === 'second' ? { picture } : gone));
    const written = new PassThrough();
    const images = new GeminiImages({
      client: geminiClient({ apiKey: KEY, baseUrl: url }),
      models: MODELS,
      log: pino(written),
    });
    const ask = { parts: [{ kind: 'text' as const, text: 'a boat' }], signal: new AbortController().signal };
    expect(await images.generate(ask)).toMatchObject({ model: 'second' });
    expect(await images.generate(ask)).toMatchObject({ model: 'second' });
    expect(requests.map(({ model }) => model)).toEqual(['first', 'second', 'second']);
    const lines = String(written.read()).trim().split('\n');
    expect(lines).toHaveLength(1);
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ level: 40, model: 'first', next: 'second' });
  });

  it('says so when every model is gone', async () => {
    const { url } = await gemini([gone]);
    const answer = await draw(await withGemini(url));
    expect(answer.statusCode).toBe(503);
    expect(answer.json()).toMatchObject({ message: expect.stringContaining('no longer offers') });
  });

  it('gives up after its time, and when its job is stopped', async () => {
    const { url } = await gemini([{ hang: true }]);
    const client = geminiClient({ apiKey: KEY, baseUrl: url });
    const images = new GeminiImages({ client, models: MODELS, log: pino({ level: 'silent' }), timeoutMs: 60 });
    const parts = [{ kind: 'text' as const, text: 'a boat' }];
    await expect(images.generate({ parts, signal: new AbortController().signal })).rejects.toMatchObject({
      code: 'timeout',
    });
    await expect(images.generate({ parts, signal: AbortSignal.abort() })).rejects.toMatchObject({ code: 'aborted' });
  });
});

describe('a text read by Gemini', () => {
  it('comes back in groups, by a schema, without empty ones', async () => {
    const { url, requests } = await gemini([
      { text: '[{"key":"주제","value":[" 배 ",""]},{"key":"색","value":[]},{"key":"시간","value":["밤"]}]' },
    ]);
    const { person } = await withGemini(url);
    const answer = await person.post('/nodes/analyze', { content: '밤바다의 배' });
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toEqual([
      { key: '주제', value: ['배'] },
      { key: '시간', value: ['밤'] },
    ]);
    expect(requests[0]?.body.contents[0]?.parts).toEqual([{ text: '밤바다의 배' }]);
    expect(requests[0]?.body.generationConfig).toMatchObject({
      responseMimeType: 'application/json',
      responseSchema: {},
    });
  });

  it.each<[string, GeminiAnswer, number, string]>([
    ['no JSON', { text: 'Here are your groups!' }, 502, 'empty'],
    ['a refusal', { blocked: 'SAFETY' }, 422, 'refused'],
    ['a refused key', { error: { code: 401, status: 'UNAUTHENTICATED' } }, 503, 'keyRefused'],
  ])('answers %s with an error body', async (_name, prepared, status, code) => {
    const { url } = await gemini([prepared]);
    const { person } = await withGemini(url);
    const answer = await person.post('/nodes/analyze', { content: 'a boat' });
    expect(answer.statusCode).toBe(status);
    const body = answer.json<{ message: string; error: string }>();
    expect(body).toMatchObject({ code });
    expect(body.error).toBe(body.message);
  });

  it('is given up in time', async () => {
    const { url } = await gemini([{ hang: true }]);
    const client = geminiClient({ apiKey: KEY, baseUrl: url });
    const analyser = new GeminiAnalyser({ client, models: MODELS, log: pino({ level: 'silent' }), timeoutMs: 60 });
    await expect(analyser.analyse('a boat', new AbortController().signal)).rejects.toMatchObject({ code: 'timeout' });
  });
});
