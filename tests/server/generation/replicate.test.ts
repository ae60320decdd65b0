import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { randomBytes } from 'node:crypto';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import type { Capabilities } from '../../../src/api/contract';
import { EngineError, type GeneratedPicture, type ImageRequest } from '../../../server/generation';
import { ReplicateImages, type ReplicateSettings } from '../../../server/generation/replicate/ReplicateImages';
import { endAfter } from '../../support/leftovers';
import { serve } from '../../support/serve';
import { plainPicture } from './support/FakeImageEngine';
import { eventsIn } from './support/events';
import { AT_ONCE } from './support/gemini';
import { openEngineApp } from './support/openEngineApp';

interface Behaviour {
  /** Bytes at the address in its answer; a small picture by default. */
  readonly lies?: Buffer;
  /** Answer to a new prediction. */
  readonly refuses?: { status: number; body: object; headers?: Record<string, string> };
  /**
   * States of a prediction as it is begun and at each poll, the last one repeated; a number is an HTTP status. `http://here` in one is its
   * own address, where `lost.png` cannot be read.
   */
  readonly goes?: readonly (object | number)[];
}

interface Replicate {
  readonly url: string;
  readonly calls: { readonly call: string; readonly key: string | undefined; readonly body: unknown }[];
  /** Names and sizes of the files it was given. */
  readonly files: [name: string, bytes: number][];
}

const starting = { status: 'starting' };

/** A server like Replicate's HTTP API in its reference; its pictures are at its own address. */
async function startReplicate({ lies, refuses, goes }: Behaviour = {}): Promise<Replicate> {
  const calls: Replicate['calls'] = [];
  const files: Replicate['files'] = [];
  const picture = lies ?? (await plainPicture('#0a7a4a'));
  let url = '';
  let looked = 0;
  const answer = async (incoming: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await buffer(incoming);
    const path = incoming.url ?? '';
    const type = incoming.headers['content-type'] ?? '';
    calls.push({
      call: `${incoming.method} ${path}`,
      key: incoming.headers.authorization,
      body: type === 'application/json' ? (JSON.parse(body.toString()) as unknown) : null,
    });
    const json = (status: number, value: object, headers: Record<string, string> = {}): void =>
      void response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(value));
    const steps = goes ?? [starting, { status: 'processing' }, { status: 'succeeded', output: [`${url}/made/1.png`] }];
    const go = (): void => {
      const step = steps[Math.min(looked, steps.length - 1)] ?? 500;
      looked += 1;
      if (typeof step === 'number') json(step, { detail: 'as Replicate says' });
      else {
        const prediction = JSON.stringify({ id: 'p1', output: null, error: null, ...step });
        json(looked === 1 ? 201 : 200, JSON.parse(prediction.replaceAll('http://here', url)) as object);
      }
    };
    if (path === '/v1/files') {
      const form = await new Response(new Uint8Array(body), { headers: { 'content-type': type } }).formData();
      const file = form.get('content');
      if (file instanceof File) files.push([file.name, file.size]);
      json(201, { id: 'f1', urls: { get: `${url}/v1/files/f${files.length}` } });
    } else if (path.endsWith('/cancel')) json(200, { id: 'p1', status: 'canceled' });
    else if (path.endsWith('/lost.png')) json(500, { detail: 'as Replicate says' });
    else if (path.endsWith('.png')) response.writeHead(200, { 'content-type': 'image/png' }).end(picture);
    else if (incoming.method === 'POST' && refuses) json(refuses.status, refuses.body, refuses.headers);
    else go();
  };
  const served = await serve(createServer((incoming, response) => void answer(incoming, response)));
  endAfter('test', served.stop);
  url = served.url;
  return { url, calls, files };
}

const imagesAt = (baseUrl: string, more: Partial<ReplicateSettings> = {}): ReplicateImages =>
  new ReplicateImages({
    baseUrl,
    apiToken: 'r8-secret',
    name: 'quick',
    model: 'black-forest-labs/flux-schnell',
    costMicros: null,
    pollMs: 1,
    bounds: AT_ONCE,
    ...more,
  });

const ask = (images: ReplicateImages, more: Partial<ImageRequest> = {}): Promise<GeneratedPicture | EngineError> =>
  images
    .generate({ parts: [{ kind: 'text', text: 'a boat' }], signal: new AbortController().signal, ...more })
    .catch((error: unknown) => {
      if (error instanceof EngineError) return error;
      throw error;
    });

const asPart = (bytes: Buffer) => ({ kind: 'picture' as const, memberId: 'jiwoo', bytes, contentType: 'image/png' });
const failed = (error: string) => ({ status: 'failed', error });

describe('models of Replicate', () => {
  it('are those that the operator names, with the names and prices that are set [MODEL-12]', async () => {
    const { person } = await openEngineApp(undefined, {
      REPLICATE_API_TOKEN: 'token',
      REPLICATE_MODELS: 'black-forest-labs/flux-schnell, edit=black-forest-labs/flux-kontext-pro@0.05, acme/own:0a1b2c',
    });
    const { models, image } = (await person.get('/capabilities')).json<Capabilities>();
    expect(image).toBe('replicate');
    expect(
      models.slice(1).map(({ name, engine, picturesMax, costMicros }) => [name, engine, picturesMax, costMicros]),
    ).toEqual([
      ['black-forest-labs/flux-schnell', 'replicate', 0, 3_000],
      ['edit', 'replicate', 1, 50_000],
      ['acme/own', 'replicate', 0, null],
    ]);
    expect(models.slice(1).map(({ aspectRatios }) => aspectRatios.length)).toEqual([11, 13, 0]);
  });
});

describe('a picture by Replicate', () => {
  it('is a prediction of the words and the shape, and read where it lies [MODEL-13]', async () => {
    const replicate = await startReplicate();
    const made = await ask(imagesAt(replicate.url), { aspectRatio: '16:9' });
    expect(made).toEqual({
      bytes: await plainPicture('#0a7a4a'),
      model: 'black-forest-labs/flux-schnell',
      usage: { inputTokens: null, outputTokens: null, costMicros: 3_000 },
    });
    expect(replicate.calls.map(({ call }) => call)).toEqual([
      'POST /v1/models/black-forest-labs/flux-schnell/predictions',
      'GET /v1/predictions/p1',
      'GET /v1/predictions/p1',
      'GET /made/1.png',
    ]);
    expect(replicate.calls[0]).toMatchObject({
      key: 'Bearer r8-secret',
      body: { input: { prompt: 'a boat', aspect_ratio: '16:9', output_format: 'png' } },
    });
  });

  it('is requested of the version that is set [MODEL-13]', async () => {
    const replicate = await startReplicate();
    await ask(imagesAt(replicate.url, { model: 'acme/own:0a1b2c' }));
    expect(replicate.calls[0]).toMatchObject({
      call: 'POST /v1/predictions',
      body: { version: '0a1b2c', input: { prompt: 'a boat' } },
    });
  });

  it('is one of several in one call: those that came stay, and the others have a reason [COUNT-1] [COUNT-2]', async () => {
    const output = ['1', '2', 'lost'].map((name) => `http://here/made/${name}.png`);
    const bytes = await plainPicture('#0a7a4a');
    const usage = { inputTokens: null, outputTokens: null, costMicros: 9_000 };
    const some = await startReplicate({ goes: [starting, { status: 'succeeded', output }] });
    expect(imagesAt(some.url).abilities.countMax).toBe(4);
    expect(imagesAt(some.url, { model: 'google/nano-banana' }).abilities.countMax).toBe(1);
    expect(await ask(imagesAt(some.url), { count: 4 })).toEqual({
      bytes,
      further: [bytes],
      shortfall: { missing: 2, code: 'unreachable', message: expect.stringContaining('cannot be reached') },
      model: 'black-forest-labs/flux-schnell',
      usage,
    });
    expect(some.calls[0]?.body).toMatchObject({ input: { num_outputs: 4 } });
    // Withheld pictures are left out.
    const logs = 'NSFW content detected in image 1';
    const kept = await startReplicate({ goes: [{ status: 'succeeded', output: output.slice(0, 2), logs }] });
    expect(await ask(imagesAt(kept.url), { count: 3 })).toMatchObject({
      further: [bytes],
      shortfall: { missing: 1, code: 'refusedPicture' },
    });
  });

  it('takes pictures in the order of the pipes, large ones as files [MODEL-13] [REFER-4]', async () => {
    const replicate = await startReplicate();
    const small = await plainPicture('#111111');
    const noise = { width: 400, height: 400, channels: 3 as const };
    const large = await sharp(randomBytes(400 * 400 * 3), { raw: noise })
      .png()
      .toBuffer();
    const parts = [asPart(large), { kind: 'text' as const, text: 'both' }, asPart(small)];
    await ask(imagesAt(replicate.url, { model: 'google/nano-banana' }), { parts });
    expect(replicate.files).toEqual([['picture.png', large.length]]);
    const [begun] = replicate.calls.filter(({ call }) => call.endsWith('/predictions'));
    expect(begun?.body).toMatchObject({
      input: { image_input: [`${replicate.url}/v1/files/f1`, `data:image/png;base64,${small.toString('base64')}`] },
    });
    expect(await ask(imagesAt(replicate.url), { parts })).toMatchObject({ code: 'takesNoPictures' });
  });

  it('goes alone into an input that takes one [MODEL-13]', async () => {
    const replicate = await startReplicate();
    const parts = [asPart(await plainPicture('#111111'))];
    await ask(imagesAt(replicate.url, { model: 'black-forest-labs/flux-kontext-pro' }), { parts });
    expect(replicate.calls[0]?.body).toMatchObject({
      input: { input_image: expect.stringMatching(/^data:image\/png;base64,/) as unknown },
    });
  });

  it('is a node’s picture, and its price is what the operator has set [MODEL-12] [MODEL-13]', async () => {
    const replicate = await startReplicate();
    const { person, projectId } = await openEngineApp(undefined, {
      REPLICATE_API_TOKEN: 'r8-secret',
      REPLICATE_BASE_URL: `${replicate.url}/`,
      REPLICATE_MODELS: 'quick=black-forest-labs/flux-schnell@0.01',
    });
    const nodes = [{ type: 'text_prompt', content: 'a boat' }];
    const answer = await person.post('/nodes/generate/image', { projectId, nodes, nodeId: 'art', model: 'quick' });
    expect(eventsIn(answer.body).at(-1)).toEqual({ event: 'generate_image_end' });
    const [job] = (await person.get(`/projects/${projectId}/jobs`)).json<object[]>();
    expect(job).toMatchObject({ provider: 'replicate', model: 'black-forest-labs/flux-schnell', costMicros: 10_000 });
  });

  it('may be there at once, within the answer [MODEL-13]', async () => {
    const bytes = await plainPicture('#2f6bff');
    const output = `data:image/png;base64,${bytes.toString('base64')}`;
    const replicate = await startReplicate({ goes: [{ status: 'succeeded', output }] });
    expect(await ask(imagesAt(replicate.url))).toMatchObject({ bytes });
    expect(replicate.calls).toHaveLength(1);
  });

  it('survives a line that fails for a moment, and ends when it stays broken [MODEL-13]', async () => {
    const output = [`data:image/png;base64,${(await plainPicture('#2f6bff')).toString('base64')}`];
    const replicate = await startReplicate({ goes: [starting, 502, 429, starting, { status: 'succeeded', output }] });
    expect(await ask(imagesAt(replicate.url))).toMatchObject({ model: 'black-forest-labs/flux-schnell' });
    const lost = await startReplicate({ goes: [starting, 502] });
    expect(await ask(imagesAt(lost.url))).toMatchObject({ code: 'unreachable' });
    expect(lost.calls).toHaveLength(1 + 5 + 1);
    expect(lost.calls.at(-1)?.call).toBe('POST /v1/predictions/p1/cancel');
  });

  it.each([401, 402, 403, 429, 500, 503])(
    'that was accepted is cancelled, and may be billed, when looking for it fails with %i',
    async (status) => {
      const replicate = await startReplicate({ goes: [starting, status] });
      // A code that budgets see.
      expect(await ask(imagesAt(replicate.url))).toMatchObject({ name: 'EngineError', code: 'unreachable' });
      expect(replicate.calls.at(-1)?.call).toBe('POST /v1/predictions/p1/cancel');
    },
  );

  it('that Replicate itself has ended is not cancelled', async () => {
    const replicate = await startReplicate({ goes: [starting, failed('CUDA out of memory')] });
    expect(await ask(imagesAt(replicate.url))).toMatchObject({ code: 'tooLarge' });
    expect(replicate.calls).toHaveLength(2);
  });

  it('that is stopped is cancelled there [MODEL-13]', async () => {
    const replicate = await startReplicate({ goes: [starting] });
    const stop = new AbortController();
    const asked = ask(imagesAt(replicate.url), { signal: stop.signal });
    await expect.poll(() => replicate.calls.length).toBeGreaterThan(1);
    stop.abort();
    expect(await asked).toMatchObject({ code: 'aborted' });
    expect(replicate.calls.at(-1)?.call).toBe('POST /v1/predictions/p1/cancel');
  });

  it('ends and is cancelled after its time, and when nothing answers [MODEL-13]', async () => {
    const replicate = await startReplicate({ goes: [starting] });
    expect(await ask(imagesAt(replicate.url, { timeoutMs: 300 }))).toMatchObject({ code: 'timeout' });
    expect(replicate.calls.at(-1)?.call).toBe('POST /v1/predictions/p1/cancel');
    expect(await ask(imagesAt('http://127.0.0.1:9'))).toMatchObject({ code: 'unreachable' });
  });

  it.each<[string, NonNullable<Behaviour['refuses']>, object]>([
    ['a wrong token', { status: 401, body: { title: 'Unauthenticated', detail: 'r8-secret' } }, { code: 'keyRefused' }],
    ['an empty account', { status: 402, body: { title: 'Insufficient credit' } }, { code: 'noQuota' }],
    ['a model it does not have', { status: 404, body: { title: 'Not found' } }, { code: 'noModel' }],
    [
      'a version it does not have',
      { status: 422, body: { title: 'Invalid version or not permitted' } },
      { code: 'noModel' },
    ],
    ['a wrong input', { status: 422, body: { title: 'Input validation failed' } }, { code: 'refused' }],
    ['too large a request', { status: 413, body: {} }, { code: 'tooLarge' }],
    [
      'too many requests',
      { status: 429, body: { title: 'Too many requests' }, headers: { 'retry-after': '7' } },
      { code: 'quota', retryAfterS: 7 },
    ],
    ['its own trouble', { status: 500, body: { detail: 'at 10.0.0.7' } }, { code: 'overloaded' }],
    ['a crowd', { status: 503, body: {} }, { code: 'overloaded' }],
    ['a slow gateway', { status: 504, body: {} }, { code: 'timeout' }],
    ['another address', { status: 307, body: {}, headers: { location: '/elsewhere' } }, { code: 'unreachable' }],
    ['an answer of another kind', { status: 200, body: { queued: true } }, { code: 'unreadable' }],
    [
      'an id that leads elsewhere',
      { status: 200, body: { id: '../files', status: 'starting' } },
      { code: 'unreadable' },
    ],
  ])('that is refused says why: %s [MODEL-13] [ENGINE-3] [ENGINE-10]', async (_what, refuses, expected) => {
    const replicate = await startReplicate({ refuses });
    const told = await ask(imagesAt(replicate.url));
    expect(told).toMatchObject({ name: 'EngineError', ...expected });
    for (const secret of ['r8-secret', '10.0.0.7', replicate.url]) {
      expect(JSON.stringify([told, 'message' in told ? told.message : ''])).not.toContain(secret);
    }
  });

  it.each<[string, object, object]>([
    [
      'words it takes for sensitive',
      failed('The input or output was flagged as sensitive. (E005)'),
      { code: 'refusedSafety' },
    ],
    ['a picture that it kept back', failed('NSFW content detected. Try another prompt.'), { code: 'refusedPicture' }],
    ['too little memory', failed('CUDA out of memory at 10.0.0.7'), { code: 'tooLarge' }],
    ['its time', failed('Prediction timed out (E6716)'), { code: 'timeout' }],
    ['something of its own', failed('Expecting value: line 1'), { code: 'empty' }],
    ['that it was cancelled there', { status: 'canceled' }, { code: 'empty' }],
    ['no picture', { status: 'succeeded', output: [] }, { code: 'empty' }],
    ['nothing at all', { status: 'succeeded', output: null }, { code: 'empty' }],
    ['an answer of another kind', { status: 'succeeded', output: { text: 'a boat' } }, { code: 'unreadable' }],
    ['a picture elsewhere', { status: 'succeeded', output: 'http://10.0.0.7/a.png' }, { code: 'addressAnswer' }],
    [
      'a host like its own',
      { status: 'succeeded', output: 'https://replicate.delivery.example/a.png' },
      { code: 'addressAnswer' },
    ],
    [
      'a picture without https',
      { status: 'succeeded', output: 'http://replicate.delivery/a.png' },
      { code: 'addressAnswer' },
    ],
  ])('that could not be made says why: %s [MODEL-13] [MODEL-14]', async (_what, ended, expected) => {
    const replicate = await startReplicate({ goes: [starting, ended] });
    const told = await ask(imagesAt(replicate.url));
    expect(told).toMatchObject({ name: 'EngineError', ...expected });
    expect(JSON.stringify(told)).not.toContain('10.0.0.7');
  });

  it('is read no further than pictures can be large [MODEL-14]', async () => {
    const replicate = await startReplicate({ lies: Buffer.alloc(20_000) });
    expect(await ask(imagesAt(replicate.url, { bounds: { ...AT_ONCE, answerMaxBytes: 10_000 } }))).toMatchObject({
      code: 'unusablePicture',
    });
  });
});
