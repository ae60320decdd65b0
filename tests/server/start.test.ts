import { describe, expect, it } from 'vitest';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { connect } from 'node:net';
import type { RunningServer } from '../support/startServer';
import { ServerRefused, startServer } from '../support/startServer';
import { emptyCanvas, textNode } from './support/Person';

/** A client with a script: signs in by JSON and keeps the cookie. */
async function signInAt(server: RunningServer): Promise<Record<string, string>> {
  const answer = await fetch(`${server.url}/auth/login/local`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name: '지우' }),
  });
  const [cookie = ''] = (answer.headers.get('set-cookie') ?? '').split(';');
  return { cookie };
}

/** The one line with which a server refuses to start. */
async function refusal(options: Parameters<typeof startServer>[0]): Promise<string> {
  const error: unknown = await startServer(options).then(
    (server) => server.kill(),
    (reason: unknown) => reason,
  );
  if (!(error instanceof ServerRefused)) throw new Error('the server did start');
  expect(error.code).toBe(1);
  expect(error.stderr.trimEnd().split('\n')).toHaveLength(1);
  return error.stderr;
}

describe('a server process', () => {
  it('loses nothing it acknowledged when it is killed between saves', async () => {
    const first = await startServer();
    const headers = await signInAt(first);
    const created = await fetch(`${first.url}/projects`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'Flow', canvas: JSON.stringify(emptyCanvas()) }),
    });
    const { projectId } = (await created.json()) as { projectId: number };

    const acknowledged: string[] = [];
    const save = async (): Promise<void> => {
      for (let step = 0; ; step += 1) {
        const answer = await fetch(`${first.url}/projects/${projectId}/canvas`, {
          method: 'PATCH',
          headers: { ...headers, 'content-type': 'application/json-patch+json' },
          body: JSON.stringify([{ op: 'add', path: '/nodes/-', value: textNode(`n${step}`) }]),
        });
        if (answer.ok) acknowledged.push(`n${step}`);
      }
    };
    const saving = save().catch((error: unknown) => error);
    while (acknowledged.length < 20) await new Promise((resolve) => setTimeout(resolve, 5));
    await first.kill();
    await saving;

    const second = await startServer({ dataDir: first.dataDir });
    const opened = await fetch(`${second.url}/projects/${projectId}`, { headers });
    const { canvas, revision } = (await opened.json()) as { canvas: string; revision: number };
    const { nodes } = JSON.parse(canvas) as { nodes: { id: string }[] };
    expect(nodes.map((node) => node.id)).toEqual(expect.arrayContaining(acknowledged));
    expect(nodes.map((node) => node.id)).toEqual(nodes.map((_node, index) => `n${index}`));
    expect(revision).toBe(nodes.length + 1);
    expect(await second.stop()).toBe(0);
  });

  it('says where it listens, takes changes from its own three names there, and ends with 0 on SIGTERM', async () => {
    const server = await startServer({ env: { LOG_LEVEL: 'silent' } });
    expect(server.output()).toBe(`listening on ${server.url}\n`);
    const post = async (origin: string): Promise<number> =>
      (await fetch(`${server.url}/auth/logout`, { method: 'POST', headers: { origin } })).status;
    expect(await post(`http://localhost:${server.port}`)).toBe(204);
    expect(await post(`http://127.0.0.1:${server.port}`)).toBe(204);
    expect(await post(`http://[::1]:${server.port}`)).toBe(204);
    expect(await post(`http://localhost:${server.port + 1}`)).toBe(403);
    expect(await post('null')).toBe(403);

    // A connection opened ahead of need is not waited for.
    const ahead = connect(server.port, '127.0.0.1');
    // The server decides how the connection ends.
    ahead.on('error', () => undefined);
    await once(ahead, 'connect');
    const begun = performance.now();
    expect(await server.stop()).toBe(0);
    expect(performance.now() - begun).toBeLessThan(5_000);
    ahead.destroy();
  });

  it('says in one line why it does not start', async () => {
    expect(await refusal({ env: { PORT: 'abc' } })).toMatch(/^PORT /);

    const taken = createServer().listen(0, '127.0.0.1');
    await once(taken, 'listening');
    const { port } = taken.address() as AddressInfo;
    expect(await refusal({ port })).toContain(`PORT ${port} is already in use`);
    taken.close();
  });
});
