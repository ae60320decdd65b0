import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { beforeAll, describe, expect, it } from 'vitest';
import { errorBody } from '../../../src/api/contract';
import { openApp } from '../support/openApp';
import { signIn, textNode } from '../support/Person';
import { RawConnection, statusIn } from './support/RawConnection';

async function listening(options: Parameters<typeof openApp>[1] = {}): Promise<{ app: FastifyInstance; url: string }> {
  const { app } = await openApp({}, options);
  await app.listen({ port: 0, host: '127.0.0.1' });
  return { app, url: `http://127.0.0.1:${(app.server.address() as AddressInfo).port}` };
}

let app: FastifyInstance;
let url: string;
beforeAll(async () => {
  ({ app, url } = await listening({ lifetime: 'file' }));
});

const headOf = (...lines: string[]): string => `${lines.join('\r\n')}\r\n\r\n`;
const MINUTE_MS = 60_000;

describe('a caller who dawdles', () => {
  it('over headers or body gets an answer and is disconnected, while others are served', async () => {
    const timeouts = { headersMs: 600, requestMs: 900, silenceMs: MINUTE_MS, checkMs: 100 };
    const { url } = await listening({ timeouts });
    const slow = await Promise.all([RawConnection.open(url), RawConnection.open(url)]);
    slow[0].say('GET /healthz HTTP/1.1\r\nHost: a\r\nX-Drip: ');
    slow[0].drip('a', 20);
    slow[1].say(
      headOf('POST /auth/login/local HTTP/1.1', 'Host: a', 'Content-Type: application/json', 'Content-Length: 900'),
    );
    slow[1].drip(' ', 20);
    // On a busy machine an honest caller may be slow as well, and asks again.
    await expect.poll(async () => (await fetch(`${url}/healthz`)).status).toBe(200);
    for (const answer of await Promise.all(slow.map((each) => each.ended()))) {
      expect(statusIn(answer)).toBe(408);
      expect(errorBody.parse(JSON.parse(answer.split('\r\n\r\n')[1] ?? ''))).toMatchObject({ code: 'tooSlow' });
    }
  });

  it('by silence is disconnected', async () => {
    const { url } = await listening({
      timeouts: { headersMs: MINUTE_MS, requestMs: MINUTE_MS, silenceMs: 100, checkMs: 50 },
    });
    const silent = await RawConnection.open(url);
    silent.say('GET /healthz HTTP/1.1\r\nHost: ');
    expect(await silent.ended()).toBe('');
  });
});

describe('a stranger who announces bodies and never ends them', () => {
  it('is refused at once where no body is taken', async () => {
    for (const path of ['/auth/logout', '/auth/forget', '/nothing/here']) {
      const stranger = await RawConnection.open(url);
      stranger.say(
        headOf(`POST ${path} HTTP/1.1`, 'Host: a', 'Content-Type: application/json', 'Content-Length: 1048576'),
      );
      stranger.say('{');
      expect([path, await stranger.status()]).toEqual([path, path.startsWith('/auth/') ? 413 : 404]);
      stranger.leave();
    }
  });

  it('has a small room with others at the same address, and members have theirs', async () => {
    const member = await signIn(app);
    const projectId = await member.create();
    const signsIn = headOf(
      'POST /auth/login/local HTTP/1.1',
      'Host: a',
      'Content-Type: application/json',
      'Content-Length: 16384',
    );
    const strangers = await Promise.all(Array.from({ length: 16 }, () => RawConnection.open(url)));
    for (const stranger of strangers) stranger.say(signsIn);
    await expect.poll(async () => (await member.get('/metrics')).body).toMatch(/^bodies_bytes 262144$/m);
    const another = await RawConnection.open(url);
    another.say(signsIn);
    expect(await another.status()).toBe(503);
    expect((await member.patch(projectId, [{ op: 'add', path: '/nodes/-', value: textNode('a') }])).statusCode).toBe(
      200,
    );
    for (const stranger of [...strangers, another]) stranger.leave();
  });
});

describe('a caller who is gone', () => {
  it('before it is heard is no fault of ours: it breaks nothing', async () => {
    const { app, url } = await listening();
    for (let count = 0; count < 5; count++) {
      const gone = await RawConnection.open(url);
      gone.say(headOf('GET /capabilities HTTP/1.1', 'Host: a'));
      gone.break();
    }
    expect((await fetch(`${url}/capabilities`)).status).toBe(200);
    const { body } = await app.inject('/metrics');
    expect(body).toMatch(/status="200"/);
    expect(body).not.toMatch(/status="5/);
  });
});

describe('what is no request', () => {
  it('is refused in plain terms, and its connection ends', async () => {
    const chunked = headOf('POST /auth/logout HTTP/1.1', 'Host: a', 'Transfer-Encoding: chunked');
    const refused: [text: string, status: number][] = [
      ['GARBAGE\r\n\r\n', 400],
      [headOf('get /healthz HTTP/1.1', 'Host: a'), 400],
      [headOf('GET /healthz HTTP/9.9', 'Host: a'), 400],
      [headOf('GET /health z HTTP/1.1', 'Host: a'), 400],
      [headOf('GET /healthz HTTP/1.1', 'Host: a', 'X-A: \0'), 400],
      [headOf('GET /healthz HTTP/1.1', 'Host: a', 'X A: 1'), 400],
      [headOf('GET /healthz HTTP/1.1', 'Host: a', 'X-A: 1', ' folded'), 400],
      // Smuggled requests rely on a doubt about which of two lengths counts.
      [
        `${headOf('POST /auth/logout HTTP/1.1', 'Host: a', 'Content-Length: 4', 'Transfer-Encoding: chunked')}0\r\n\r\n`,
        400,
      ],
      [`${headOf('POST /auth/logout HTTP/1.1', 'Host: a', 'Content-Length: 4', 'Content-Length: 5')}1234`, 400],
      [headOf('POST /auth/logout HTTP/1.1', 'Host: a', 'Content-Length: -1'), 400],
      [`${chunked}ZZ\r\n`, 400],
      [`${chunked}1;${'x'.repeat(20_000)}\r\n`, 413],
      [headOf('GET /healthz HTTP/1.1', 'Host: a', `X-A: ${'a'.repeat(20_000)}`), 431],
      [headOf(`GET /${'a'.repeat(20_000)} HTTP/1.1`, 'Host: a'), 431],
    ];
    for (const [text, status] of refused) {
      const caller = await RawConnection.open(url);
      caller.say(text);
      const answer = await caller.ended();
      const [head = '', body = ''] = answer.split('\r\n\r\n');
      expect({ text: text.slice(0, 80), status: statusIn(answer) }).toEqual({ text: text.slice(0, 80), status });
      expect(head).toMatch(/^x-content-type-options: nosniff$/im);
      expect(errorBody.parse(JSON.parse(body)).message).not.toContain('GARBAGE');
    }
    const nameless = await RawConnection.open(url);
    nameless.say(headOf('GET /healthz HTTP/1.1'));
    expect(statusIn(await nameless.ended())).toBe(400);
    expect((await fetch(`${url}/healthz`)).status).toBe(200);
  });

  it('by its method does nothing', async () => {
    const statusOf = async (...lines: string[]): Promise<number> => {
      const caller = await RawConnection.open(url);
      caller.say(headOf(...lines, 'Host: a', 'Connection: close'));
      return statusIn(await caller.ended());
    };
    for (const method of ['TRACE', 'PROPFIND', 'PURGE', 'DELETE', 'LINK', 'M-SEARCH']) {
      expect([method, await statusOf(`${method} /healthz HTTP/1.1`)]).toEqual([method, 404]);
    }
    expect(await statusOf('OPTIONS * HTTP/1.1')).toBe(404);
    expect(await statusOf('GET /healthz HTTP/1.1', 'Upgrade: websocket', 'Connection: upgrade')).toBe(200);
    // A header does not change the method.
    expect(await statusOf('POST /healthz HTTP/1.1', 'X-HTTP-Method-Override: GET', 'Content-Length: 0')).toBe(404);
    const tunnel = await RawConnection.open(url);
    tunnel.say(headOf('CONNECT elsewhere.example:80 HTTP/1.1', 'Host: a'));
    expect(statusIn(await tunnel.ended())).not.toBe(200);
  });
});
