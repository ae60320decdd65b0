import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { SERVER } from '../../../scripts/buildServer.mjs';
import { serve } from '../../support/serve';
import { StreamReader } from '../generation/support/StreamReader';
import { emptyCanvas } from '../support/Person';
import { RawConnection } from './support/RawConnection';

/** A server is gone this long after SIGTERM. */
const STOP_MAX_MS = 10_000;

const endings: (() => unknown)[] = [];
afterAll(async () => {
  for (const end of endings) await end();
});

/** The address of an image engine that never answers. */
async function silentEngine(): Promise<string> {
  const { url, stop } = await serve(createServer(() => undefined));
  endings.push(stop);
  return url;
}

async function freePort(): Promise<number> {
  const { url, stop } = await serve(createServer());
  await stop();
  return Number(new URL(url).port);
}

/** A server whose log is not read, as after `npm start 2>&1 | head -1`. */
async function startUnread(env: Record<string, string>): Promise<{ url: string; stop: () => Promise<unknown> }> {
  const dataDir = mkdtempSync(join(tmpdir(), 'mulgil-unread-'));
  const port = await freePort();
  const child = spawn(process.execPath, [SERVER], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env['PATH'], DATA_DIR: dataDir, PORT: String(port), LOG_LEVEL: 'debug', ...env },
  });
  endings.push(() => {
    child.kill('SIGKILL');
    rmSync(dataDir, { recursive: true });
  });
  child.stdout.destroy();
  child.stderr.destroy();
  const ended = once(child, 'exit');
  const url = `http://127.0.0.1:${port}`;
  const isUp = (): Promise<boolean> =>
    fetch(`${url}/healthz`).then(
      ({ ok }) => ok,
      () => false,
    );
  while (child.exitCode === null && !(await isUp())) await new Promise((again) => setTimeout(again, 50));
  return {
    url,
    stop: () => {
      child.kill('SIGTERM');
      return ended;
    },
  };
}

it('serves on when nobody reads its log; ends its streams, cuts off senders, and is gone within 10 s', async () => {
  const server = await startUnread({ IMAGE_BASE_URL: await silentEngine() });
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
  expect(await ended).toEqual([0, null]);
  expect(performance.now() - begun).toBeLessThan(STOP_MAX_MS);
});
