import { afterEach, expect, it, onTestFinished, vi } from 'vitest';
import { createApi } from '../../src/api';

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

it('a file is dropped after 5000 ms without progress, however long it takes in all [CALL-3]', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  onTestFinished(() => void vi.useRealTimers());
  const send = vi.spyOn(XMLHttpRequest.prototype, 'send').mockReturnValue();
  const given = vi.spyOn(XMLHttpRequest.prototype, 'abort');
  const failed = vi.fn<(error: unknown) => void>();
  const upload = createApi('https://api.test')
    .files.upload(new Blob(['a picture']), 'cat.png')
    .catch(failed);
  await vi.advanceTimersByTimeAsync(0);
  const [request] = send.mock.contexts;
  if (!(request instanceof XMLHttpRequest)) throw new Error('nothing was sent');
  for (const loaded of [2, 4, 6]) {
    await vi.advanceTimersByTimeAsync(4900);
    request.upload.dispatchEvent(new ProgressEvent('progress', { loaded, total: 9, lengthComputable: true }));
  }
  await vi.advanceTimersByTimeAsync(4900);
  expect(failed).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(100);
  await upload;
  expect(failed).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ kind: 'timeout' }));
  expect(given).toHaveBeenCalledOnce();
});
