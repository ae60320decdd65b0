import { createServer } from 'node:http';
import { describe, expect, it } from 'vitest';
import { OpenAiImages } from '../../../server/generation/openai/OpenAiImages';
import { DAY_MS } from '../../../server/time';
import { endAfter } from '../../support/leftovers';
import { serve } from '../../support/serve';
import { plainPicture } from './support/FakeImageEngine';
import { eventsIn } from './support/events';
import { AT_ONCE } from './support/gemini';
import { openEngineApp } from './support/openEngineApp';

interface Call {
  path: string;
  authorization: string | undefined;
  form: FormData | null;
  json: Record<string, unknown> | null;
}

interface Answer {
  status: number;
  body: object;
  headers?: Record<string, string>;
}

/** An image engine like LocalAI or stable-diffusion.cpp's server; answers as the test says. */
async function startEngine(answer: (call: Call) => Answer): Promise<{ url: string; calls: Call[] }> {
  const calls: Call[] = [];
  const server = createServer((incoming, response) => {
    const chunks: Buffer[] = [];
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
    incoming.on('end', () => {
      const type = incoming.headers['content-type'] ?? '';
      const body = new Response(Buffer.concat(chunks), { headers: { 'content-type': type } });
      const isForm = type.startsWith('multipart/');
      void (isForm ? body.formData() : body.json()).then((content: unknown) => {
        const call: Call = {
          path: incoming.url ?? '',
          authorization: incoming.headers.authorization,
          form: isForm ? (content as FormData) : null,
          json: isForm ? null : (content as Record<string, unknown>),
        };
        calls.push(call);
        const { status, body, headers } = answer(call);
        response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
      });
    });
  });
  const { url, stop } = await serve(server);
  endAfter('test', stop);
  return { url, calls };
}

function pictureAnswer(bytes: Buffer): Answer {
  return { status: 200, body: { created: 1, data: [{ b64_json: bytes.toString('base64') }] } };
}

function failure(status: number, code: string): Answer {
  return { status, body: { error: { code, message: 'as the engine says' } } };
}

/** An engine that does not know the wish for a base64 answer. */
const withoutBase64 = ({ json }: Call): Answer =>
  json && 'response_format' in json
    ? { status: 400, body: { error: { message: "Unknown parameter: 'response_format'." } } }
    : pictureAnswer(Buffer.from('png'));

const asPart = (bytes: Buffer | undefined) => ({
  kind: 'picture' as const,
  memberId: 'jiwoo',
  bytes: bytes ?? Buffer.alloc(0),
  contentType: 'image/png',
});
const words = [{ kind: 'text' as const, text: 'a boat' }];
const signal = new AbortController().signal;

describe('an OpenAI-compatible engine', () => {
  it('is used when there is an address and no Gemini key', async () => {
    const picture = await plainPicture('#0a7a4a');
    const { url, calls } = await startEngine(() => pictureAnswer(picture));
    const { person, projectId } = await openEngineApp(undefined, {
      IMAGE_BASE_URL: `${url}/v1/`,
      IMAGE_API_KEY: 'local-key',
      IMAGE_MODEL: 'flux',
    });
    expect((await person.get('/capabilities')).json()).toMatchObject({ image: 'openai', analyze: 'offline' });

    const answer = await person.post('/nodes/generate/image', {
      projectId,
      nodes: [
        { type: 'text_prompt', content: 'a boat' },
        { type: 'category_prompt', key: 'mood', value: ['calm'] },
      ],
    });

    expect(eventsIn(answer.body).at(-1)).toEqual({ event: 'generate_image_end' });
    expect(calls).toMatchObject([
      {
        path: '/v1/images/generations',
        authorization: 'Bearer local-key',
        json: { prompt: 'a boat\nmood: calm', model: 'flux', n: 1, response_format: 'b64_json' },
      },
    ]);
  });

  it('may say that it is busy for a hundred thousand years: its person is told to come back in a day', async () => {
    const { url } = await startEngine(() => ({
      status: 429,
      body: {},
      headers: { 'retry-after': '9999999999999' },
    }));
    const { person, projectId, clock } = await openEngineApp(undefined, { IMAGE_BASE_URL: url });
    const wish = { projectId, nodes: [{ type: 'text_prompt', content: 'a boat' }] };
    const answer = await person.post('/nodes/generate/image', wish);
    expect(answer.statusCode).toBe(429);
    const retryAt = new Date(clock.now().getTime() + DAY_MS).toISOString();
    expect(answer.json()).toMatchObject({ code: 'quota', retryAt, message: expect.stringContaining('in 24 hours') });
  });

  it('is given pictures through its edits call', async () => {
    const { url, calls } = await startEngine(() => pictureAnswer(Buffer.from('png')));
    const images = new OpenAiImages({ baseUrl: url, apiKey: null, model: null });
    const picture = {
      kind: 'picture' as const,
      memberId: 'jiwoo',
      bytes: await plainPicture('#fff'),
      contentType: 'image/png',
    };
    await images.generate({ parts: [...words, picture], signal });
    await images.generate({ parts: [picture, picture], signal });
    expect(calls.map(({ path }) => path)).toEqual(['/v1/images/edits', '/v1/images/edits']);
    expect(calls[0]?.authorization).toBeUndefined();
    expect(calls[0]?.form?.get('prompt')).toBe('a boat');
    expect(calls[0]?.form?.getAll('image')).toMatchObject([{ type: 'image/png', size: picture.bytes.length }]);
    expect(calls[1]?.form?.getAll('image[]')).toHaveLength(2);
  });

  it('gets them in the order of the request, whatever words are between them [REFER-4]', async () => {
    const { url, calls } = await startEngine(() => pictureAnswer(Buffer.from('png')));
    const images = new OpenAiImages({ baseUrl: url, apiKey: null, model: null });
    const [one, two, three] = await Promise.all(['#111111', '#eeeeee', '#0a7a4a'].map(plainPicture));
    await images.generate({ parts: [asPart(three), ...words, asPart(one), asPart(two)], signal });
    const sent = (calls[0]?.form?.getAll('image[]') ?? []) as Blob[];
    const received = await Promise.all(sent.map(async (picture) => Buffer.from(await picture.arrayBuffer())));
    expect(received).toEqual([three, one, two]);
  });

  it('drops the wish for base64 where the engine does not know it', async () => {
    const { url, calls } = await startEngine(withoutBase64);
    const images = new OpenAiImages({ baseUrl: url, apiKey: null, model: null });
    await images.generate({ parts: words, signal });
    await images.generate({ parts: words, signal });
    expect(calls.map(({ json }) => json && 'response_format' in json)).toEqual([true, false, false]);
  });

  it('makes all of the first pictures that are asked at once of an engine that does not know that wish', async () => {
    const { url } = await startEngine(withoutBase64);
    const images = new OpenAiImages({ baseUrl: url, apiKey: null, model: null });
    const made = await Promise.all([1, 2, 3].map(() => images.generate({ parts: words, signal })));
    expect(made).toMatchObject([1, 2, 3].map(() => ({ bytes: Buffer.from('png') })));
  });

  it.each<[string, Answer, object, number?]>([
    ['its safety rules', failure(400, 'moderation_blocked'), { code: 'refusedSafety' }],
    ['its policy', failure(400, 'content_policy_violation'), { code: 'refusedSafety' }],
    ['a wrong argument', { status: 422, body: {} }, { code: 'refused' }],
    [
      'a wrong key',
      { status: 401, body: { error: { message: 'sk-secret', code: 'sk-secret' } } },
      { code: 'keyRefused' },
    ],
    [
      'an empty account',
      { ...failure(429, 'insufficient_quota'), headers: { 'retry-after': '12' } },
      { code: 'noQuota', retryAfterS: undefined },
    ],
    ['a model it does not have', failure(404, 'model_not_found'), { code: 'noModel' }],
    [
      'a used-up quota',
      { status: 429, body: {}, headers: { 'retry-after': '12' } },
      { code: 'quota', retryAfterS: 12 },
    ],
    ['too large a picture', { status: 413, body: {} }, { code: 'tooLarge' }],
    ['its own trouble', { status: 500, body: { error: { message: 'cuda at 10.0.0.7' } } }, { code: 'overloaded' }, 3],
    ['a crowd', { status: 503, body: {} }, { code: 'overloaded' }, 3],
    ['a slow gateway', { status: 504, body: {} }, { code: 'timeout' }],
    ['no such address', { status: 404, body: {} }, { code: 'unreachable' }],
    ['another address', { status: 307, body: {}, headers: { location: '/elsewhere' } }, { code: 'unreachable' }],
    ['no data', { status: 200, body: { data: [] } }, { code: 'empty' }],
    ['data without a picture', { status: 200, body: { data: [{ b64_json: '' }] } }, { code: 'empty' }],
    ['an answer of another kind', { status: 200, body: { images: [] } }, { code: 'empty' }],
    [
      'an address instead of a picture',
      { status: 200, body: { data: [{ url: 'http://10.0.0.7/a.png' }] } },
      { code: 'addressAnswer' },
    ],
  ])(
    'distinguishes %s, in words of ours, and asks again only when nothing was done [ENGINE-3] [ENGINE-5] [ENGINE-10]',
    async (...given) => {
      const [, answer, expected, times = 1] = given;
      const { url, calls } = await startEngine(() => answer);
      const images = new OpenAiImages({ baseUrl: url, apiKey: 'sk-secret', model: null, bounds: AT_ONCE });
      const told: unknown = await images.generate({ parts: words, signal }).catch((error: unknown) => error);
      expect(told).toMatchObject({ name: 'EngineError', ...expected });
      for (const secret of ['sk-secret', '10.0.0.7', url]) {
        expect(`${JSON.stringify(told)} ${String(told)}`).not.toContain(secret);
      }
      expect(calls).toHaveLength(times);
    },
  );

  it('opens no address, not even its own [ENGINE-9]', async () => {
    const { url, calls } = await startEngine(({ path }) =>
      path === '/picture.png' ? { status: 200, body: {} } : { status: 200, body: { data: [{ url: '/picture.png' }] } },
    );
    const images = new OpenAiImages({ baseUrl: url, apiKey: null, model: null });
    await expect(images.generate({ parts: words, signal })).rejects.toMatchObject({ code: 'addressAnswer' });
    expect(calls).toHaveLength(1);
  });

  it('gets a shape if its model is known to make it', async () => {
    const { url, calls } = await startEngine(() => pictureAnswer(Buffer.from('png')));
    const known = new OpenAiImages({ baseUrl: url, apiKey: null, model: 'gpt-image-1' });
    await known.generate({ parts: words, aspectRatio: '3:2', signal });
    await known.generate({ parts: words, signal });
    expect(calls.map(({ json }) => json?.['size'])).toEqual(['1536x1024', '1024x1024']);
    const own = new OpenAiImages({ baseUrl: url, apiKey: null, model: 'flux' });
    expect(own.abilities).toEqual({ aspectRatios: ['1:1'], countMax: 1 });
    await expect(own.generate({ parts: words, aspectRatio: '3:2', signal })).rejects.toMatchObject({
      code: 'notOffered',
    });
    expect(calls).toHaveLength(2);
  });

  it('makes several in one call, with pictures too: those that came stay [COUNT-1] [COUNT-2]', async () => {
    const data = ['one', 'two'].map((name) => ({ b64_json: Buffer.from(name).toString('base64') }));
    const { url, calls } = await startEngine(() => ({
      status: 200,
      body: { data: [...data, { url: 'http://10.0.0.7/a.png' }], usage: { input_tokens: 12, output_tokens: 8000 } },
    }));
    const images = new OpenAiImages({ baseUrl: url, apiKey: null, model: 'gpt-image-1' });
    expect(images.abilities.countMax).toBe(10);
    expect(new OpenAiImages({ baseUrl: url, apiKey: null, model: 'dall-e-3' }).abilities.countMax).toBe(1);
    const made = {
      bytes: Buffer.from('one'),
      further: [Buffer.from('two')],
      model: 'gpt-image-1',
      usage: { inputTokens: 12, outputTokens: 8000, costMicros: null },
    };
    expect(await images.generate({ parts: words, count: 4, signal })).toEqual({
      ...made,
      shortfall: { missing: 2, code: 'addressAnswer', message: expect.stringContaining('sent an address') },
    });
    const picture = {
      kind: 'picture' as const,
      memberId: 'jiwoo',
      bytes: await plainPicture('#fff'),
      contentType: 'image/png',
    };
    expect(await images.generate({ parts: [...words, picture], count: 2, signal })).toEqual(made);
    expect([calls[0]?.json?.['n'], calls[1]?.form?.get('n')]).toEqual([4, '2']);
  });

  it('reports the usage of a picture if there is one, and no price', async () => {
    const counted = { input_tokens: 12, output_tokens: 4160, total_tokens: 4172 };
    const { url } = await startEngine(() => {
      const { status, body } = pictureAnswer(Buffer.from('png'));
      return { status, body: { ...body, usage: counted } };
    });
    const images = new OpenAiImages({ baseUrl: url, apiKey: null, model: 'flux' });
    expect(await images.generate({ parts: words, signal })).toMatchObject({
      model: 'flux',
      usage: { inputTokens: 12, outputTokens: 4160, costMicros: null },
    });
  });

  it('says clearly when it takes no pictures', async () => {
    const { url } = await startEngine(() => ({ status: 404, body: {} }));
    const images = new OpenAiImages({ baseUrl: url, apiKey: null, model: null });
    const picture = {
      kind: 'picture' as const,
      memberId: 'jiwoo',
      bytes: await plainPicture('#fff'),
      contentType: 'image/png',
    };
    await expect(images.generate({ parts: [picture], signal })).rejects.toThrow('takes no pictures');
    await expect(images.generate({ parts: words, signal })).rejects.toMatchObject({ code: 'unreachable' });
  });

  it('ends when it is missing, too slow, or no longer wanted', async () => {
    for (const baseUrl of ['http://127.0.0.1:1', 'http://engine.invalid']) {
      const gone = new OpenAiImages({ baseUrl, apiKey: null, model: null, bounds: AT_ONCE });
      await expect(gone.generate({ parts: words, signal })).rejects.toMatchObject({ code: 'unreachable' });
    }
    const silent = await serve(createServer(() => {}));
    endAfter('test', silent.stop);
    const slow = new OpenAiImages({ baseUrl: silent.url, apiKey: null, model: null, timeoutMs: 60 });
    await expect(slow.generate({ parts: words, signal })).rejects.toMatchObject({ code: 'timeout' });
    await expect(slow.generate({ parts: words, signal: AbortSignal.abort() })).rejects.toMatchObject({
      code: 'aborted',
    });
  });
});
