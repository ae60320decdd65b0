import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { type Api, createApi } from '../../src/api';
import { HEAD, project } from './support/project';
import { json, sequenceOf } from './support/startServer';
import { api, server, setUpApi } from './support/setUpApi';

setUpApi();

async function collect<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const collected: Item[] = [];
  for await (const item of items) collected.push(item);
  return collected;
}

describe('failures of calls', () => {
  it.each<[string, (api: Api) => Promise<unknown>]>([
    ['reading the member', ({ member }) => member.read()],
    ['opening a project', ({ projects }) => projects.read(7)],
    ['deleting a project', ({ projects }) => projects.remove(7)],
    ['a last save', async ({ projects }) => projects.patchCanvasLeaving(7, '[]', { revision: 3, idempotencyKey: 'k' })],
    ['a last name', ({ projects }) => projects.renameLeaving(7, 'Rivers')],
    ['a run', ({ nodes }) => collect(nodes.generateImage({ projectId: 7, nodes: [] }, { idempotencyKey: 'r' }))],
    ['following a job', ({ jobs }) => collect(jobs.events('j1'))],
  ])('logs a 401 as an unauthorized error and rethrows it: %s [ERR-1]', async (_call, make) => {
    const logged = vi.spyOn(console, 'error').mockReturnValue();
    server.answer = (response) => json(response, 401, { message: 'sign in', error: 'sign in', code: 'unauthorized' });

    await expect(make(api)).rejects.toMatchObject({ kind: 'http', status: 401, code: 'unauthorized' });
    expect(logged.mock.calls).toEqual([['unauthorized error', 'sign in']]);
  });

  it('carries the body of a 412, so that the work can be rebased', async () => {
    const body = { message: 'behind', error: 'behind', code: 'behind', revision: 9, patches: [] };
    server.answer = (response) => json(response, 412, body);
    await expect(api.projects.patchCanvas(7, '[]', { revision: 3, idempotencyKey: 'k' })).rejects.toMatchObject({
      status: 412,
      body,
    });
  });

  it('is cancelled after 5000 ms, which is no network failure [CALL-2]', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    server.answer = () => undefined;
    const told = vi.fn<(error: unknown) => void>();
    const asked = api.projects.list().catch(told);
    while (server.heard.length === 0) await new Promise((resolve) => setImmediate(resolve));
    await vi.advanceTimersByTimeAsync(4999);
    expect(told).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    await asked;
    expect(told).toHaveBeenCalledExactlyOnceWith(
      expect.objectContaining({ kind: 'timeout', status: null, message: 'no answer within 5000 ms' }),
    );
  });

  it('cancels a last save too, so that nothing waits for it for ever [CALL-2]', async () => {
    server.answer = () => undefined;
    const { projects } = createApi(server.base, 120);
    await expect(projects.patchCanvasLeaving(7, '[]', { revision: 3, idempotencyKey: 'k' })).rejects.toMatchObject({
      kind: 'timeout',
      status: null,
    });
  });

  it("takes the server's message, or words of its own where there is none [ERR-3]", async () => {
    server.answer = (response) => json(response, 413, { message: 'too large', error: 'other words', code: 'tooLarge' });
    await expect(api.projects.list()).rejects.toThrow('too large');
    server.answer = (response) => json(response, 502, { error: 'a proxy of somebody' });
    await expect(api.projects.list()).rejects.toThrow('server error: (502 Bad Gateway)');
  });

  it('waits for a canvas as long as it keeps coming, however slowly [CALL-3]', async () => {
    const canvas = 'x'.repeat(512 * 1024);
    const whole = project(canvas);
    server.answer = (response) => {
      const parts = 6;
      const size = Math.ceil(whole.length / parts);
      const send = (part: number): void => {
        response.write(whole.slice(part * size, (part + 1) * size));
        if (part + 1 < parts) setTimeout(send, 250, part + 1);
        else response.end();
      };
      send(0);
    };
    const hasty = createApi(server.base, 800);
    expect((await hasty.projects.read(7)).canvas).toHaveLength(canvas.length);
  });

  it('reads a picture for as long as it keeps coming, and no longer', async () => {
    const timeoutMs = 600;
    const { files } = createApi(server.base, timeoutMs);
    const parts = ['a', 'slow', 'picture'];
    let last = parts.length;
    server.answer = (response) => {
      response.writeHead(200, { 'content-type': 'image/png' });
      const send = (part: number): void => {
        if (part === parts.length) response.end();
        else if (part < last) {
          response.write(parts[part]);
          setTimeout(() => send(part + 1), timeoutMs / 2);
        }
      };
      send(0);
    };
    const picture = await files.read('/files/a.png', { size: 256 });
    expect([picture.type, await picture.text()]).toEqual(['image/png', parts.join('')]);
    // Only our own pictures have small versions.
    await files.read(`${server.base}/theirs.png`, { size: 256 });
    expect(server.heard.map(({ url }) => url)).toEqual(['/files/a.png?size=256', '/theirs.png']);
    // An address without a scheme is no path of ours: it gets neither our headers nor our cookies.
    const fetched = vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('no line'));
    await expect(files.read('//elsewhere.example/b.png')).rejects.toMatchObject({ kind: 'network' });
    expect(fetched.mock.calls[0]?.[0]).toBe('//elsewhere.example/b.png');
    expect(fetched.mock.calls[0]?.[1]?.credentials).toBeUndefined();
    fetched.mockRestore();

    last = 2;
    await expect(files.read('/files/a.png')).rejects.toMatchObject({ kind: 'timeout', status: null });
    const left = new AbortController();
    const reading = files.read('/files/a.png', { signal: left.signal });
    left.abort();
    await expect(reading).rejects.toThrow(/aborted/);
  });

  it('gives the server time to take in a large body once it is sent, more for a larger one', async () => {
    server.answer = (response) => void setTimeout(() => json(response, 200, HEAD), 700);
    const hasty = createApi(server.base, 200);
    const push = (bytes: number) =>
      hasty.projects.push({ pid: 7, name: 'Rivers', timestamp: '', snapshot: { text: 'x'.repeat(bytes) } });
    await expect(push(3 * 1024 * 1024)).resolves.toEqual(HEAD);
    await expect(push(512 * 1024)).rejects.toMatchObject({ kind: 'timeout' });
  });

  it('distinguishes a dead line from an answer', async () => {
    const { base } = server;
    await server.close();
    await expect(createApi(base).projects.list()).rejects.toMatchObject({ kind: 'network', status: null });
  });

  it('refuses an answer that is not of the contract [CALL-4]', async () => {
    server.answer = (response) => json(response, 200, [{ projectId: 'seven' }]);
    await expect(api.projects.list()).rejects.toMatchObject({ code: 'badAnswer' });
    for (const odd of ['<html>', '{}', sequenceOf('{', '{}'), sequenceOf('{"projectId":"seven"}', '{}')]) {
      server.answer = (response) => void response.end(odd);
      await expect(api.projects.read(7)).rejects.toMatchObject({ code: 'badAnswer' });
    }
  });

  it('says why a project could not be read', async () => {
    server.answer = (response) => json(response, 404, { message: '없어요', error: '없어요', code: 'projectNotFound' });
    await expect(api.projects.read(7)).rejects.toMatchObject({
      status: 404,
      code: 'projectNotFound',
      message: '없어요',
    });
  });
});
