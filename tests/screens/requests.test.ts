import { afterEach, expect, it, onTestFinished, vi } from 'vitest';
import { type Api, createApi } from '../../src/api';

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

it('a request waits for nothing that the browser may take its time for', async () => {
  const send = vi.spyOn(XMLHttpRequest.prototype, 'send').mockReturnValue();
  vi.stubGlobal('cookieStore', { get: () => new Promise(() => undefined) });
  createApi('', 1000)
    .member.read()
    .catch(() => undefined);
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
  expect(send).toHaveBeenCalledOnce();
});

it('every request takes the cookies along, and one of a page that goes outlives it [CALL-1] [LEAVE-3]', async () => {
  const send = vi.spyOn(XMLHttpRequest.prototype, 'send').mockReturnValue();
  const body = JSON.stringify({ message: 'no', error: 'no', code: 'internal' });
  const fetched = vi
    .spyOn(globalThis, 'fetch')
    .mockImplementation(() => Promise.resolve(new Response(body, { status: 500 })));
  const { projects, jobs } = createApi('https://api.test', 1000);
  projects.list().catch(() => undefined);
  await vi.waitFor(() => expect(send.mock.contexts[0]).toMatchObject({ withCredentials: true }));
  await expect(projects.renameLeaving(7, 'Rivers')).rejects.toMatchObject({ status: 500 });
  await expect(jobs.events('j1')[Symbol.asyncIterator]().next()).rejects.toMatchObject({ status: 500 });
  expect(fetched.mock.calls.map(([url, init]) => [url, init?.credentials, init?.keepalive])).toEqual([
    ['https://api.test/projects/7/name', 'include', true],
    ['https://api.test/jobs/j1/events', 'include', undefined],
  ]);
});

const KIB = 1024;

/**
 * Sends 30 % of a body of so many bytes every 4900 ms, and nothing more after the third time. Returns how the request
 * has failed, and after how many milliseconds.
 */
async function failureOf(bytes: number, ask: (api: Api) => Promise<unknown>): Promise<unknown> {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  onTestFinished(() => void vi.useRealTimers());
  const send = vi.spyOn(XMLHttpRequest.prototype, 'send').mockReturnValue();
  const begunAt = Date.now();
  const failed = ask(createApi('https://api.test')).catch((error: unknown) => [error, Date.now() - begunAt]);
  await vi.advanceTimersByTimeAsync(0);
  const [request] = send.mock.contexts;
  if (!(request instanceof XMLHttpRequest)) throw new Error('nothing was sent');
  for (const part of [0.3, 0.6, 0.9]) {
    await vi.advanceTimersByTimeAsync(4900);
    const progress = { loaded: bytes * part, total: bytes, lengthComputable: true };
    request.upload.dispatchEvent(new ProgressEvent('progress', progress));
  }
  await vi.advanceTimersByTimeAsync(10_000);
  return failed;
}

const aSave = (bytes: number) => (api: Api) =>
  api.projects.patchCanvas(7, 'x'.repeat(bytes), { revision: 1, idempotencyKey: 'k' });

it.each<[string, number, (api: Api) => Promise<unknown>]>([
  ['a file', 9, ({ files }) => files.upload(new Blob(['a picture']), 'cat.png')],
  ['a save of 65 KiB', 65 * KIB, aSave(65 * KIB)],
  ['a save of 700 KiB', 700 * KIB, aSave(700 * KIB)],
])('%s is dropped after 5000 ms without progress, however long it takes in all [CALL-3]', async (_what, bytes, ask) => {
  const given = vi.spyOn(XMLHttpRequest.prototype, 'abort');
  expect(await failureOf(bytes, ask)).toEqual([expect.objectContaining({ kind: 'timeout' }), 3 * 4900 + 5000]);
  expect(given).toHaveBeenCalledOnce();
});

it('a short save is dropped after 5000 ms in all [CALL-2]', async () => {
  expect(await failureOf(60 * KIB, aSave(60 * KIB))).toEqual([expect.objectContaining({ kind: 'timeout' }), 5000]);
});
