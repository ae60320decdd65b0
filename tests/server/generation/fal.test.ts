import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import type { Capabilities } from '../../../src/api/contract';
import { EngineError, type GeneratedPicture, type ImageRequest } from '../../../server/generation';
import { FalImages, type FalSettings } from '../../../server/generation/fal/FalImages';
import { endAfter } from '../../support/leftovers';
import { serve } from '../../support/serve';
import { plainPicture } from './support/FakeImageEngine';
import { eventsIn } from './support/events';
import { AT_ONCE } from './support/gemini';
import { openEngineApp } from './support/openEngineApp';

interface Behaviour {
  /** Bytes at the address in its answer; a small picture by default. */
  readonly lies?: Buffer;
  /** Answer to a new request. */
  readonly refuses?: { status: number; body: object; headers?: Record<string, string> };
  /** Statuses of its polls in order, the last one repeated; a number is an HTTP status. */
  readonly looks?: readonly (string | number)[];
  /** Readings of its result that fail before the first one that does not. */
  readonly failingResults?: number;
  /** Result of the request; `http://here` in it is its own address, where `lost.png` cannot be read. */
  readonly ends?: { status: number; body: object };
}

interface Fal {
  readonly url: string;
  /** The method and path of each call, with its body. */
  readonly calls: { readonly call: string; readonly key: string | undefined; readonly body: unknown }[];
}

/** A server like fal's queue in its documentation; its pictures are at its own address. */
async function startFal({
  lies,
  refuses,
  looks = ['IN_QUEUE', 'IN_PROGRESS', 'COMPLETED'],
  failingResults = 0,
  ends,
}: Behaviour = {}): Promise<Fal> {
  const calls: Fal['calls'] = [];
  const picture = lies ?? (await plainPicture('#0a7a4a'));
  let looked = 0;
  let results = 0;
  let url = '';
  const answer = async (incoming: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await buffer(incoming);
    const path = incoming.url ?? '';
    calls.push({
      call: `${incoming.method} ${path}`,
      key: incoming.headers.authorization,
      body: body.length === 0 ? null : (JSON.parse(body.toString()) as unknown),
    });
    const json = (status: number, value: object, headers: Record<string, string> = {}): void =>
      void response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(value));
    if (path.endsWith('/status')) {
      const seen = looks[Math.min(looked, looks.length - 1)] ?? '';
      looked += 1;
      if (typeof seen === 'number') json(seen, { detail: 'as fal says' });
      else json(seen === 'COMPLETED' ? 200 : 202, { status: seen, request_id: 'r-1' });
    } else if (path.endsWith('/cancel')) json(202, { status: 'CANCELLATION_REQUESTED' });
    else if (path.endsWith('/lost.png')) json(500, { detail: 'as fal says' });
    else if (path.endsWith('.png')) response.writeHead(200, { 'content-type': 'image/png' }).end(picture);
    else if (path.includes('/requests/')) {
      results += 1;
      if (results <= failingResults) json(502, { detail: 'as fal says' });
      else if (ends) json(ends.status, JSON.parse(JSON.stringify(ends.body).replaceAll('http://here', url)) as object);
      else json(200, { images: [{ url: `${url}/made/1.png` }], has_nsfw_concepts: [false], seed: 7 });
    } else if (refuses) json(refuses.status, refuses.body, refuses.headers);
    else json(200, { status: 'IN_QUEUE', request_id: 'r-1', response_url: 'http://10.0.0.7/r', queue_position: 0 });
  };
  const served = await serve(createServer((incoming, response) => void answer(incoming, response)));
  endAfter('test', served.stop);
  url = served.url;
  return { url, calls };
}

const imagesAt = (baseUrl: string, more: Partial<FalSettings> = {}): FalImages =>
  new FalImages({
    baseUrl,
    apiKey: 'fal-secret',
    name: 'quick',
    model: 'fal-ai/flux/schnell',
    costMicros: null,
    pollMs: 1,
    bounds: AT_ONCE,
    ...more,
  });

const ask = (images: FalImages, more: Partial<ImageRequest> = {}): Promise<GeneratedPicture | EngineError> =>
  images
    .generate({ parts: [{ kind: 'text', text: 'a boat' }], signal: new AbortController().signal, ...more })
    .catch((error: unknown) => {
      if (error instanceof EngineError) return error;
      throw error;
    });

const lies = (name: string) => ({ url: `http://here/made/${name}.png` });
const asPart = (bytes: Buffer) => ({ kind: 'picture' as const, memberId: 'jiwoo', bytes, contentType: 'image/png' });

describe('models of fal', () => {
  it('are those that the operator names, with the names and prices that are set [MODEL-12]', async () => {
    const { person } = await openEngineApp(undefined, {
      FAL_KEY: 'key',
      FAL_MODELS: 'fal-ai/flux/schnell, banana=fal-ai/nano-banana@0.05, acme/own-model',
    });
    const { models, image } = (await person.get('/capabilities')).json<Capabilities>();
    expect(image).toBe('fal');
    expect(
      models.slice(1).map(({ name, engine, picturesMax, costMicros }) => [name, engine, picturesMax, costMicros]),
    ).toEqual([
      ['fal-ai/flux/schnell', 'fal', 0, 3_000],
      ['banana', 'fal', 14, 50_000],
      ['acme/own-model', 'fal', 0, null],
    ]);
    expect(models.slice(1).map(({ aspectRatios }) => aspectRatios.length)).toEqual([5, 10, 0]);
  });
});

describe('a picture by fal', () => {
  it('gets the words and the shape in its queue, and its picture is read at its address [MODEL-13]', async () => {
    const fal = await startFal();
    const made = await ask(imagesAt(fal.url), { aspectRatio: '16:9' });
    expect(made).toEqual({
      bytes: await plainPicture('#0a7a4a'),
      model: 'fal-ai/flux/schnell',
      usage: { inputTokens: null, outputTokens: null, costMicros: 3_000 },
    });
    expect(fal.calls.map(({ call }) => call)).toEqual([
      'POST /fal-ai/flux/schnell',
      // A request belongs to the app, whichever of its models was asked.
      ...Array.from({ length: 3 }, () => 'GET /fal-ai/flux/requests/r-1/status'),
      'GET /fal-ai/flux/requests/r-1',
      'GET /made/1.png',
    ]);
    expect(fal.calls[0]).toMatchObject({
      key: 'Key fal-secret',
      body: { prompt: 'a boat', image_size: 'landscape_16_9', output_format: 'png' },
    });
  });

  it('takes pictures in the order of the pipes, where its model has a call for them [MODEL-13] [REFER-4]', async () => {
    const fal = await startFal();
    const [one, other] = [await plainPicture('#111111'), await plainPicture('#eeeeee')];
    const parts = [asPart(one), { kind: 'text' as const, text: 'both' }, asPart(other)];
    await ask(imagesAt(fal.url, { model: 'fal-ai/nano-banana' }), { parts });
    const [first] = fal.calls;
    expect(first?.call).toBe('POST /fal-ai/nano-banana/edit');
    expect(first?.body).toMatchObject({
      image_urls: [one, other].map((bytes) => `data:image/png;base64,${bytes.toString('base64')}`),
    });
    expect(fal.calls.map(({ call }) => call)).toContain('GET /fal-ai/nano-banana/requests/r-1');
    expect(await ask(imagesAt(fal.url), { parts })).toMatchObject({ code: 'takesNoPictures' });
  });

  it('is a node’s picture, and its price is what the operator has set [MODEL-12] [MODEL-13]', async () => {
    const fal = await startFal();
    const { person, projectId } = await openEngineApp(undefined, {
      FAL_KEY: 'fal-secret',
      FAL_BASE_URL: `${fal.url}/`,
      FAL_MODELS: 'quick=fal-ai/flux/schnell@0.01',
    });
    const nodes = [{ type: 'text_prompt', content: 'a boat' }];
    const answer = await person.post('/nodes/generate/image', { projectId, nodes, nodeId: 'art', model: 'quick' });
    expect(eventsIn(answer.body).at(-1)).toEqual({ event: 'generate_image_end' });
    const [job] = (await person.get(`/projects/${projectId}/jobs`)).json<object[]>();
    expect(job).toMatchObject({ provider: 'fal', model: 'fal-ai/flux/schnell', costMicros: 10_000 });
  });

  it('is one of several in one call: those that came stay, and the others have a reason [COUNT-1] [COUNT-2]', async () => {
    const bytes = await plainPicture('#0a7a4a');
    const usage = { inputTokens: null, outputTokens: null, costMicros: 12_000 };
    const some = await startFal({
      ends: {
        status: 200,
        body: {
          images: [lies('1'), lies('lost'), lies('black'), lies('4')],
          has_nsfw_concepts: [false, false, true, false],
        },
      },
    });
    const images = imagesAt(some.url);
    expect(images.abilities.countMax).toBe(4);
    expect(await ask(images, { count: 4 })).toEqual({
      bytes,
      further: [bytes],
      shortfall: { missing: 2, code: 'unreachable', message: expect.stringContaining('cannot be reached') },
      model: 'fal-ai/flux/schnell',
      usage,
    });
    expect(some.calls[0]?.body).toMatchObject({ num_images: 4 });
    expect(some.calls.map(({ call }) => call)).not.toContain('GET /made/black.png');
    // The bill is known even when nothing can be read.
    const none = await startFal({ ends: { status: 200, body: { images: [lies('lost'), lies('lost')] } } });
    expect(await ask(imagesAt(none.url), { count: 2 })).toMatchObject({
      code: 'unreachable',
      usage: { ...usage, costMicros: 6_000 },
    });
  });

  it('may come within the answer, or alone [MODEL-13]', async () => {
    const bytes = await plainPicture('#2f6bff');
    const url = `data:image/png;base64,${bytes.toString('base64')}`;
    const fal = await startFal({ ends: { status: 200, body: { image: { url } } } });
    expect(await ask(imagesAt(fal.url))).toMatchObject({ bytes });
  });

  it('survives a line that fails for a moment, and ends when it stays broken [MODEL-13]', async () => {
    const fal = await startFal({ looks: [502, 'IN_PROGRESS', 504, 429, 'COMPLETED'] });
    expect(await ask(imagesAt(fal.url))).toMatchObject({ model: 'fal-ai/flux/schnell' });
    const late = await startFal({ failingResults: 4 });
    expect(await ask(imagesAt(late.url))).toMatchObject({ model: 'fal-ai/flux/schnell' });
    const lost = await startFal({ looks: [502] });
    expect(await ask(imagesAt(lost.url))).toMatchObject({ code: 'unreachable' });
    expect(lost.calls).toHaveLength(1 + 5 + 1);
    expect(lost.calls.at(-1)?.call).toBe('PUT /fal-ai/flux/requests/r-1/cancel');
  });

  it.each([401, 402, 403, 429, 500, 503])(
    'that was accepted is cancelled, and may be billed, when looking for it fails with %i',
    async (status) => {
      for (const behaviour of [{ looks: [status] }, { ends: { status, body: { detail: 'User is locked.' } } }]) {
        const fal = await startFal(behaviour);
        // A code that budgets see.
        expect(await ask(imagesAt(fal.url))).toMatchObject({ name: 'EngineError', code: 'unreachable' });
        expect(fal.calls.filter(({ call }) => call.startsWith('PUT'))).toHaveLength(1);
      }
    },
  );

  it('counts in the budget once it was accepted, though it is never seen', async () => {
    const fal = await startFal({ looks: [403] });
    const { person, projectId } = await openEngineApp(undefined, {
      FAL_KEY: 'fal-secret',
      FAL_BASE_URL: `${fal.url}/`,
      FAL_MODELS: 'quick=fal-ai/flux/schnell',
      // One at its price has room, but no second one.
      BUDGET_PER_DAY_USD: '0.005',
    });
    const nodes = [{ type: 'text_prompt', content: 'a boat' }];
    const make = () => person.post('/nodes/generate/image', { projectId, nodes, nodeId: 'art', model: 'quick' });
    expect((await make()).statusCode).toBe(503);
    expect((await make()).json()).toMatchObject({ code: 'budget' });
  });

  it('that is stopped is cancelled there [MODEL-13]', async () => {
    const fal = await startFal({ looks: ['IN_PROGRESS'] });
    const stop = new AbortController();
    const asked = ask(imagesAt(fal.url), { signal: stop.signal });
    await expect.poll(() => fal.calls.length).toBeGreaterThan(1);
    stop.abort();
    expect(await asked).toMatchObject({ code: 'aborted' });
    expect(fal.calls.at(-1)?.call).toBe('PUT /fal-ai/flux/requests/r-1/cancel');
  });

  it('ends and is cancelled after its time, and when nothing answers [MODEL-13]', async () => {
    const fal = await startFal({ looks: ['IN_QUEUE'] });
    expect(await ask(imagesAt(fal.url, { timeoutMs: 300 }))).toMatchObject({ code: 'timeout' });
    expect(fal.calls.at(-1)?.call).toBe('PUT /fal-ai/flux/requests/r-1/cancel');
    expect(await ask(imagesAt('http://127.0.0.1:9'))).toMatchObject({ code: 'unreachable' });
  });

  it.each<[string, NonNullable<Behaviour['refuses']>, object]>([
    ['a wrong key', { status: 401, body: { detail: 'fal-secret is wrong' } }, { code: 'keyRefused' }],
    ['an empty account', { status: 402, body: {} }, { code: 'noQuota' }],
    [
      'a locked account',
      { status: 403, body: { detail: 'User is locked. Reason: Exhausted balance.' } },
      { code: 'noQuota' },
    ],
    ['a key without the right', { status: 403, body: { detail: 'Access denied' } }, { code: 'keyRefused' }],
    ['a model it does not have', { status: 404, body: { detail: 'not found' } }, { code: 'noModel' }],
    ['a wrong input', { status: 422, body: { detail: [{ type: 'missing', loc: ['body'] }] } }, { code: 'refused' }],
    [
      'its content checker',
      { status: 422, body: { detail: [{ type: 'content_policy_violation', loc: ['body', 'prompt'] }] } },
      { code: 'refusedSafety' },
    ],
    ['too large a picture', { status: 422, body: { detail: [{ type: 'image_too_large' }] } }, { code: 'tooLarge' }],
    [
      'too many requests',
      { status: 429, body: {}, headers: { 'retry-after': '7' } },
      { code: 'quota', retryAfterS: 7 },
    ],
    ['its own trouble', { status: 500, body: { detail: 'at 10.0.0.7' } }, { code: 'overloaded' }],
    ['a crowd', { status: 503, body: {} }, { code: 'overloaded' }],
    ['a slow gateway', { status: 504, body: {} }, { code: 'timeout' }],
    ['another address', { status: 307, body: {}, headers: { location: '/elsewhere' } }, { code: 'unreachable' }],
    ['an answer of another kind', { status: 200, body: { queued: true } }, { code: 'unreadable' }],
    ['an id that leads elsewhere', { status: 200, body: { request_id: '../../secrets' } }, { code: 'unreadable' }],
  ])('that is refused says why: %s [MODEL-13] [ENGINE-3] [ENGINE-10]', async (_what, refuses, expected) => {
    const fal = await startFal({ refuses });
    const told = await ask(imagesAt(fal.url));
    expect(told).toMatchObject({ name: 'EngineError', ...expected });
    for (const secret of ['fal-secret', '10.0.0.7', fal.url]) {
      expect(JSON.stringify([told, 'message' in told ? told.message : ''])).not.toContain(secret);
    }
  });

  it.each<[string, NonNullable<Behaviour['ends']>, object]>([
    [
      'a prompt against its rules',
      { status: 422, body: { detail: [{ type: 'content_policy_violation' }] } },
      { code: 'refusedSafety' },
    ],
    ['its time', { status: 504, body: { detail: [{ type: 'generation_timeout' }] } }, { code: 'timeout' }],
    [
      'a picture that it blackened',
      { status: 200, body: { images: [{ url: 'https://v3.fal.media/a.png' }], has_nsfw_concepts: [true] } },
      { code: 'refusedPicture', usage: { inputTokens: null, outputTokens: null, costMicros: 3_000 } },
    ],
    ['no picture', { status: 200, body: { images: [] } }, { code: 'empty' }],
    ['a video', { status: 200, body: { video: { url: 'https://v3.fal.media/a.mp4' } } }, { code: 'empty' }],
    ['an answer of another kind', { status: 200, body: { images: 'two' } }, { code: 'unreadable' }],
    [
      'a picture elsewhere',
      { status: 200, body: { images: [{ url: 'http://10.0.0.7/a.png' }] } },
      { code: 'addressAnswer' },
    ],
    [
      'a host like its own',
      { status: 200, body: { images: [{ url: 'https://notfal.media/a.png' }] } },
      { code: 'addressAnswer' },
    ],
    [
      'a picture without https',
      { status: 200, body: { images: [{ url: 'http://v3.fal.media/a.png' }] } },
      { code: 'addressAnswer' },
    ],
    ['a file', { status: 200, body: { images: [{ url: 'file:///etc/passwd' }] } }, { code: 'addressAnswer' }],
    ['no address', { status: 200, body: { images: [{ url: 'a.png' }] } }, { code: 'addressAnswer' }],
    [
      'data that are no picture',
      { status: 200, body: { images: [{ url: 'data:text/html,x' }] } },
      { code: 'unusablePicture' },
    ],
  ])('that could not be made says why: %s [MODEL-13] [MODEL-14]', async (_what, ends, expected) => {
    const fal = await startFal({ ends });
    expect(await ask(imagesAt(fal.url))).toMatchObject({ name: 'EngineError', ...expected });
  });

  it('is read no further than pictures can be large [MODEL-14]', async () => {
    const fal = await startFal({ lies: Buffer.alloc(20_000) });
    expect(await ask(imagesAt(fal.url, { bounds: { ...AT_ONCE, answerMaxBytes: 10_000 } }))).toMatchObject({
      code: 'unusablePicture',
    });
  });
});
