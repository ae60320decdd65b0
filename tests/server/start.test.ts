import { describe, expect, it } from 'vitest';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { connect } from 'node:net';
import { ServerRefused, startServer } from '../support/startServer';

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

/** Whether a server for this origin warns of names that anybody may take. */
async function warns(origin: string): Promise<boolean> {
  const server = await startServer({ env: { LOG_LEVEL: 'warn', PUBLIC_URL: origin } });
  await server.stop();
  return server.output().includes('may sign in by any name');
}

describe('a server process', () => {
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

  it('warns where people from elsewhere may take any name', async () => {
    expect(await warns('https://flows.example.com')).toBe(true);
    expect(await warns('http://localhost:8080')).toBe(false);
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
