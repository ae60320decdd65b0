import { afterEach, expect, it, vi } from 'vitest';
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
