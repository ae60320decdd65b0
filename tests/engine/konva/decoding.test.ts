import { createServer, type RequestListener, type ServerResponse } from 'node:http';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { PictureCache } from '../../../src/engine/konva/pictures/PictureCache';
import type { PictureDecoder } from '../../../src/engine/konva/pictures/PictureDecoder';
import { ThumbnailPictures } from '../../../src/engine/konva/pictures/ThumbnailPictures';
import { WorkerDecoder, type DecodeAnswer, type DecodeRequest } from '../../../src/engine/konva/pictures/WorkerDecoder';
import { serve, type Served } from '../../support/serve';
import { TestEditor } from '../../support/TestEditor';

const PICTURE = 'a picture';
const NONE = 'the picture cannot be had';

let decoder: PictureDecoder;
let server: Served;
/** The size of the server's picture. */
let size: { width: number; height: number };
/** The server's answer. */
let answer: RequestListener;
let paths: (string | undefined)[];

/** A stand-in for the browser's function: it tells pictures from other files. */
const createImageBitmap = async (source: Blob | ImageBitmap, options: ImageBitmapOptions): Promise<unknown> => {
  if (!(source instanceof Blob)) return { width: options.resizeWidth, height: options.resizeHeight, close };
  if ((await source.text()) !== PICTURE) throw new Error('no picture');
  return { ...size, close };
};
const close = (): void => undefined;

beforeEach(async () => {
  paths = [];
  size = { width: 40, height: 30 };
  answer = (_request, response) => void response.end(PICTURE);
  server = await serve(
    createServer((request, response) => {
      paths.push(request.url);
      answer(request, response);
    }),
  );
  vi.stubGlobal('createImageBitmap', createImageBitmap);
  vi.stubGlobal('document', { baseURI: server.url });
  vi.stubGlobal('navigator', { hardwareConcurrency: 2 });
});
afterEach(async () => {
  decoder.dispose();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  await server.stop();
});

/** The next request, which the test answers. */
const reached = (): Promise<ServerResponse> =>
  new Promise((resolve) => {
    answer = (_request, response) => resolve(response);
  });

/** Sends a part of an answer; resolves when its reader has it. */
async function send(response: ServerResponse, piece: string): Promise<void> {
  await new Promise((sent) => {
    response.write(piece, sent);
  });
  for (let turns = 0; turns < 20; turns += 1) await new Promise((resolve) => setImmediate(resolve));
}

const picture = expect.objectContaining({ width: 40, height: 30 });

describe('a picture that the page requests', () => {
  beforeEach(() => {
    decoder = new WorkerDecoder();
  });

  it('is decoded', async () => {
    expect(await decoder.decode(['/files/a.png'], 64)).toEqual(picture);
    expect(paths).toEqual(['/files/a.png']);
  });

  it.each([
    ['a wide one', 4_000, 200, 64, 3],
    ['a tall one', 200, 4_000, 3, 64],
    ['a hair', 1, 4_000, 1, 64],
    ['a small one', 20, 64, 20, 64],
  ])('is scaled into a square of the wanted side: %s', async (_what, width, height, scaledWidth, scaledHeight) => {
    size = { width, height };
    expect(await decoder.decode(['/files/a.png'], 64)).toMatchObject({ width: scaledWidth, height: scaledHeight });
  });

  it.each([400, 403, 404, 413, 415, 422, 500, 503])(
    'comes whole where its small version cannot be had: %d [PIC-7]',
    async (status) => {
      const urls = ['/files/a.png?size=256', '/files/a.png'];
      expect(await decoder.decode(urls, 64)).toEqual(picture);
      expect(paths).toEqual(urls.slice(0, 1));
      answer = ({ url }, response) => void response.writeHead(url === urls[0] ? status : 200).end(PICTURE);
      expect(await decoder.decode(urls, 64)).toEqual(picture);
      expect(paths.slice(1)).toEqual(urls);
    },
  );

  it('comes whole where a page is shown in place of its small version', async () => {
    const urls = ['/files/a.png?size=256', '/files/a.png'];
    answer = ({ url }, response) =>
      void (url === urls[0] ? response.setHeader('Content-Type', 'text/html').end('<html>') : response.end(PICTURE));
    expect(await decoder.decode(urls, 64)).toEqual(picture);
  });

  it.each([
    ['the session has ended', (response: ServerResponse) => response.writeHead(401).end()],
    ['the server has too much to do', (response: ServerResponse) => response.writeHead(429).end()],
    ['a proxy says that it is away', (response: ServerResponse) => response.writeHead(502).end()],
    ['the line breaks', ({ socket }: ServerResponse) => socket?.destroy()],
  ])('is not asked for whole where the small one is unanswered: %s', async (_what, refuse) => {
    answer = (_request, response) => void refuse(response);
    expect(await decoder.decode(['/files/a.png?size=256', '/files/a.png'], 64)).toBe('unanswered');
    expect(paths).toEqual(['/files/a.png?size=256']);
  });

  it('is what the answer about the whole one says where neither can be had', async () => {
    answer = ({ url }, response) => void response.writeHead(url === '/files/a.png' ? 404 : 503).end();
    await expect(decoder.decode(['/files/a.png?size=256', '/files/a.png'], 64)).rejects.toThrow(NONE);
    answer = ({ url }, response) => void response.writeHead(url === '/files/a.png' ? 503 : 404).end();
    expect(await decoder.decode(['/files/a.png?size=256', '/files/a.png'], 64)).toBe('unanswered');
  });

  it.each([500, 502, 503, 504, 429, 401])('is unanswered where the answer is %d', async (status) => {
    answer = (_request, response) => void response.writeHead(status).end('later');
    expect(await decoder.decode(['/files/a.png'], 64)).toBe('unanswered');
  });

  it.each([200, 404])("is unanswered where a proxy's page comes in its place, as %d", async (status) => {
    answer = (_request, response) => void response.writeHead(status, { 'Content-Type': 'text/html' }).end('<html>');
    expect(await decoder.decode(['/files/a.png'], 64)).toBe('unanswered');
  });

  it('is unanswered where the line breaks, before the answer or in the middle of it, or nobody is there', async () => {
    answer = ({ socket }) => void socket.destroy();
    expect(await decoder.decode(['/files/a.png'], 64)).toBe('unanswered');
    answer = ({ socket }, response) => {
      response.writeHead(200, { 'Content-Length': PICTURE.length });
      response.write(PICTURE.slice(0, 4), () => socket.destroy());
    };
    expect(await decoder.decode(['/files/a.png'], 64)).toBe('unanswered');
    await server.stop().then(() => (server = { url: '', stop: async () => undefined }));
    expect(await decoder.decode(['/files/a.png'], 64)).toBe('unanswered');
  });

  it('may stand in a queue for twenty seconds, and is unanswered then [CALL-3]', async () => {
    const clock = vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const queued = decoder.decode(['/files/a.png'], 64);
    const response = await reached();
    clock.advanceTimersByTime(19_000);
    response.end(PICTURE);
    expect(await queued).toEqual(picture);
    const silent = decoder.decode(['/files/b.png'], 64);
    await reached();
    clock.advanceTimersByTime(20_000);
    expect(await silent).toBe('unanswered');
  });

  it('is unanswered once nothing more has come of it for five seconds [CALL-3]', async () => {
    const clock = vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const half = decoder.decode(['/files/b.png'], 64);
    await send(await reached(), PICTURE.slice(0, 4));
    clock.advanceTimersByTime(5_000);
    expect(await half).toBe('unanswered');
  });

  it('may take as long as it keeps coming [CALL-3]', async () => {
    const clock = vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const slow = decoder.decode(['/files/a.png'], 64);
    const response = await reached();
    for (const piece of PICTURE) {
      await send(response, piece);
      clock.advanceTimersByTime(4_000);
    }
    response.end();
    expect(await slow).toEqual(picture);
  });

  it.each([404, 403, 410])('cannot be had where the answer is %d', async (status) => {
    answer = (_request, response) => void response.writeHead(status).end(PICTURE);
    await expect(decoder.decode(['/files/a.png'], 64)).rejects.toThrow(NONE);
  });

  it('cannot be had where the answer is no picture', async () => {
    answer = (_request, response) => void response.end('<html>');
    await expect(decoder.decode(['/files/a.png'], 64)).rejects.toThrow(NONE);
  });
});

/** The browser's worker, without the script in it. */
class FakeWorker extends EventTarget {
  static all: FakeWorker[] = [];
  readonly asked: DecodeRequest[] = [];
  isEnded = false;

  constructor() {
    super();
    FakeWorker.all.push(this);
  }

  postMessage(request: DecodeRequest): void {
    this.asked.push(request);
  }

  terminate(): void {
    this.isEnded = true;
  }

  say(data: DecodeAnswer): void {
    this.dispatchEvent(new MessageEvent('message', { data }));
  }

  /** Simulates a script that cannot be fetched or may not run. */
  fail(): void {
    this.dispatchEvent(new Event('error'));
  }
}

const worker = (): FakeWorker => FakeWorker.all[0] ?? expect.fail('no worker was started');
const idOf = (index: number): number => worker().asked[index]?.id ?? expect.fail('it was not asked');

describe('a picture that a worker requests', () => {
  beforeEach(() => {
    FakeWorker.all = [];
    vi.stubGlobal('Worker', FakeWorker);
    decoder = new WorkerDecoder();
  });

  it('is what the worker says of it', async () => {
    const had = decoder.decode(['/files/a.png'], 64);
    const unanswered = decoder.decode(['/files/b.png'], 64);
    const broken = decoder.decode(['/files/c.png'], 64);
    worker().say({ id: idOf(2), picture: null });
    worker().say({ id: idOf(1), picture: 'unanswered' });
    worker().say({ id: idOf(0), picture: { width: 40, height: 30, close: () => undefined } });
    expect(await had).toEqual(picture);
    expect(await unanswered).toBe('unanswered');
    await expect(broken).rejects.toThrow(NONE);
    expect(FakeWorker.all).toHaveLength(1);
    expect(worker().asked[0]?.urls).toEqual([`${server.url}/files/a.png`]);
    expect(paths).toEqual([]);
  });

  it.each(['include', 'same-origin'] as const)(
    'is requested with the credentials that its user has set: %s',
    async (mode) => {
      const { engine } = TestEditor.with({ art: { type: 'image', at: [0, 0], data: { value: '/files/a.png' } } });
      const options = { resolveUrl: (url: string) => url, ...(mode !== 'include' && { credentials: mode }) };
      const cache = new PictureCache(engine, options);
      cache.get('/files/a.png', 64);
      const thumbnails = new ThumbnailPictures({ ...options, known: () => null });
      void thumbnails.load(new Map([['/files/b.png', 64]]), new AbortController().signal);
      await vi.waitFor(() => expect(FakeWorker.all).toHaveLength(2));
      const asked = FakeWorker.all.flatMap((each) => each.asked.map(({ credentials }) => credentials));
      expect(asked).toEqual([mode, mode]);
      cache.dispose();
      thumbnails.dispose();
    },
  );

  it('is decoded in the page where the script of the worker fails, and so are all after it', async () => {
    const early = [decoder.decode(['/files/a.png'], 64), decoder.decode(['/files/b.png'], 64)];
    worker().fail();
    expect(await Promise.all(early)).toEqual([picture, picture]);
    expect(worker().isEnded).toBe(true);
    expect(await decoder.decode(['/files/c.png'], 64)).toEqual(picture);
    expect(FakeWorker.all).toHaveLength(1);
    expect(new Set(paths)).toEqual(new Set(['/files/a.png', '/files/b.png', '/files/c.png']));
    expect(paths).toHaveLength(3);
  });

  it('is decoded in the page only where it was not yet answered', async () => {
    const early = [decoder.decode(['/files/a.png'], 64), decoder.decode(['/files/b.png'], 64)];
    worker().say({ id: idOf(0), picture: 'unanswered' });
    worker().fail();
    expect(await Promise.all(early)).toEqual(['unanswered', picture]);
    expect(paths).toEqual(['/files/b.png']);
  });
});
