import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { startServer } from '../../support/startServer';
import { StreamReader } from '../generation/support/StreamReader';
import { emptyCanvas } from '../support/Person';
import { RawConnection } from './support/RawConnection';

const TIMEOUT_MS = 60_000;
/** api.md: a server is gone so long after SIGTERM. */
const STOP_MAX_MS = 10_000;

it(
  'tells its streams and cuts off who is still sending, and is gone within 10 s',
  { timeout: TIMEOUT_MS },
  async () => {
    const engine = createServer(() => {
      // Never answers.
    }).listen(0, '127.0.0.1');
    await once(engine, 'listening');
    const server = await startServer({
      env: { IMAGE_BASE_URL: `http://127.0.0.1:${(engine.address() as AddressInfo).port}` },
    });
    const post = (path: string, body: object, headers: Record<string, string> = {}) =>
      fetch(server.url + path, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
    const signedIn = await post('/auth/login/local', { name: '지우' });
    const cookie = (signedIn.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
    const made = await post('/projects', { name: '', canvas: JSON.stringify(emptyCanvas()) }, { cookie });
    const { projectId } = (await made.json()) as { projectId: number };
    const streams = await Promise.all(
      [1, 2, 3].map(() =>
        StreamReader.open(`${server.url}/nodes/generate/image`, {
          method: 'POST',
          headers: { cookie, 'content-type': 'application/json' },
          body: JSON.stringify({ projectId, nodes: [{ type: 'text_prompt', content: '강' }] }),
        }),
      ),
    );
    for (const stream of streams) expect(await stream.next()).toMatchObject({ event: 'job' });
    const upload = await RawConnection.open(server.url);
    upload.say(
      `POST /files HTTP/1.1\r\nHost: a\r\nCookie: ${cookie}\r\nContent-Type: multipart/form-data; boundary=b\r\nContent-Length: 9999\r\n\r\n--b\r\n`,
    );
    upload.drip('a', 100);

    const begun = performance.now();
    const ended = server.stop();
    for (const stream of streams) {
      expect(await stream.next()).toMatchObject({ event: 'error', data: { code: 'restarted' } });
      expect(await stream.next()).toBeNull();
    }
    await upload.ended();
    expect(await ended).toBe(0);
    expect(performance.now() - begun).toBeLessThan(STOP_MAX_MS);
    engine.closeAllConnections();
    engine.close();
  },
);

it('serves on, and ends, when nobody reads what it prints', { timeout: TIMEOUT_MS }, async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'mulgil-unread-'));
  const free = createServer().listen(0, '127.0.0.1');
  await once(free, 'listening');
  const { port } = free.address() as AddressInfo;
  free.close();
  await once(free, 'close');
  const child = spawn(process.execPath, ['--import', 'tsx', 'server/main.ts'], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env['PATH'], DATA_DIR: dataDir, PORT: String(port), LOG_LEVEL: 'debug' },
  });
  child.stdout.destroy();
  child.stderr.destroy();
  const ended = once(child, 'exit');
  const ask = (path: string) => fetch(`http://127.0.0.1:${port}${path}`).catch(() => null);
  while (child.exitCode === null && (await ask('/healthz')) === null)
    await new Promise((again) => setTimeout(again, 50));
  for (let times = 0; times < 5; times += 1) expect((await ask('/capabilities'))?.status).toBe(200);
  child.kill('SIGTERM');
  expect(await ended).toEqual([0, null]);
  await rm(dataDir, { recursive: true });
});
