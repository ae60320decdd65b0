import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { OpenAiImages } from '../../../server/generation/openai/OpenAiImages';
import { plainPicture } from './support/Easel';
import { eventsIn } from './support/events';
import { openStudio } from './support/openStudio';

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

const leftovers: (() => void)[] = [];
afterEach(() => {
  for (const stop of leftovers.splice(0)) stop();
});

/** An images engine as LocalAI or stable-diffusion.cpp's server is one, answering as the test says. */
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
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  leftovers.push(() => {
    server.close();
    server.closeAllConnections();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, calls };
}

function pictureAnswer(bytes: Buffer): Answer {
  return { status: 200, body: { created: 1, data: [{ b64_json: bytes.toString('base64') }] } };
}

const words = [{ kind: 'text' as const, text: 'a boat' }];
const signal = new AbortController().signal;

describe('an OpenAI-compatible engine', () => {
  it('is used when there is an address and no Gemini key', async () => {
    const picture = await plainPicture('#0a7a4a');
    const { url, calls } = await startEngine(() => pictureAnswer(picture));
    const { person, projectId } = await openStudio(undefined, {
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

  it('is given pictures through its edits call', async () => {
    const { url, calls } = await startEngine(() => pictureAnswer(Buffer.from('png')));
    const images = new OpenAiImages({ baseUrl: url, apiKey: null, model: null });
    const picture = { kind: 'picture' as const, bytes: await plainPicture('#fff'), contentType: 'image/png' };
    await images.generate({ parts: [...words, picture], signal });
    await images.generate({ parts: [picture, picture], signal });
    expect(calls.map(({ path }) => path)).toEqual(['/v1/images/edits', '/v1/images/edits']);
    expect(calls[0]?.authorization).toBeUndefined();
    expect(calls[0]?.form?.get('prompt')).toBe('a boat');
    expect(calls[0]?.form?.getAll('image')).toMatchObject([{ type: 'image/png', size: picture.bytes.length }]);
    expect(calls[1]?.form?.getAll('image[]')).toHaveLength(2);
  });

  it('drops the wish for base64 where the engine does not know it', async () => {
    const { url, calls } = await startEngine(({ json }) =>
      json && 'response_format' in json
        ? { status: 400, body: { error: { message: "Unknown parameter: 'response_format'." } } }
        : pictureAnswer(Buffer.from('png')),
    );
    const images = new OpenAiImages({ baseUrl: url, apiKey: null, model: null });
    await images.generate({ parts: words, signal });
    await images.generate({ parts: words, signal });
    expect(calls.map(({ json }) => json && 'response_format' in json)).toEqual([true, false, false]);
  });

  it.each<[string, Answer, object]>([
    ['its safety rules', { status: 400, body: { error: { code: 'moderation_blocked' } } }, { code: 'refused' }],
    ['a wrong key', { status: 401, body: { error: { message: 'sk-secret' } } }, { code: 'keyRefused' }],
    [
      'a used-up quota',
      { status: 429, body: {}, headers: { 'retry-after': '12' } },
      { code: 'quota', retryAfterS: 12 },
    ],
    ['too large a picture', { status: 413, body: {} }, { code: 'tooLarge' }],
    ['a wrong argument', { status: 422, body: {} }, { code: 'refused' }],
    ['its own trouble', { status: 500, body: { error: { message: 'cuda at 10.0.0.7' } } }, { code: 'unreachable' }],
    [
      'an address instead of a picture',
      { status: 200, body: { data: [{ url: 'http://10.0.0.7/a.png' }] } },
      { code: 'empty' },
    ],
  ])('tells %s apart, in words of ours', async (_name, answer, expected) => {
    const { url } = await startEngine(() => answer);
    const images = new OpenAiImages({ baseUrl: url, apiKey: 'sk-secret', model: null });
    const failure = images.generate({ parts: words, signal });
    await expect(failure).rejects.toMatchObject({ name: 'ProviderError', ...expected });
    await expect(failure).rejects.toThrow(/^(?!.*(sk-secret|10\.0\.0\.7))/);
  });

  it('says clearly when it takes no pictures', async () => {
    const { url } = await startEngine(() => ({ status: 404, body: {} }));
    const images = new OpenAiImages({ baseUrl: url, apiKey: null, model: null });
    const picture = { kind: 'picture' as const, bytes: await plainPicture('#fff'), contentType: 'image/png' };
    await expect(images.generate({ parts: [picture], signal })).rejects.toThrow('takes no pictures');
    await expect(images.generate({ parts: words, signal })).rejects.toMatchObject({ code: 'unreachable' });
  });

  it('is given up when it is not there, too slow, or not wanted any more', async () => {
    const gone = new OpenAiImages({ baseUrl: 'http://127.0.0.1:1', apiKey: null, model: null });
    await expect(gone.generate({ parts: words, signal })).rejects.toMatchObject({ code: 'unreachable' });
    const server = createServer(() => {});
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    leftovers.push(() => {
      server.close();
      server.closeAllConnections();
    });
    const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const slow = new OpenAiImages({ baseUrl, apiKey: null, model: null, timeoutMs: 60 });
    await expect(slow.generate({ parts: words, signal })).rejects.toMatchObject({ code: 'timeout' });
    await expect(slow.generate({ parts: words, signal: AbortSignal.abort() })).rejects.toMatchObject({
      code: 'aborted',
    });
  });
});
