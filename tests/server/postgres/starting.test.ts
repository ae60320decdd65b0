import { spawn } from 'node:child_process';
import dns from 'node:dns';
import { once } from 'node:events';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import pg from 'pg';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { SERVER } from '../../../scripts/buildServer.mjs';
import { connectOnceThere } from '../../../server/db';
import { systemClock } from '../../../server/ports';
import { startServer } from '../../support/startServer';
import { createDatabase } from '../support/databases';
import { Postgres } from '../support/Postgres';
import { shortenPauses } from '../support/shortenPauses';

/** How long a statement of a server waits for another one. */
const LOCK_TIMEOUT_MS = 5_000;

type Tell = (error: Error) => void;

const lookUpFailure = (code: string) => Object.assign(new Error(`getaddrinfo ${code} db.exmaple.com`), { code });

const FIELDS = ['SFATAL', 'VFATAL', 'C57P03', 'Mthe database system is starting up', ''].map((field) => `${field}\0`);
const STARTING_UP = Buffer.from(`E    ${FIELDS.join('')}`);
STARTING_UP.writeUInt32BE(STARTING_UP.byteLength - 1, 1);

/** A PostgreSQL on a port of this machine that is only starting up: it cuts the first connection, and refuses the second in words. */
async function startSlowly(port: number) {
  let asked = 0;
  const slow = createServer((socket) => {
    socket.on('error', () => undefined);
    asked += 1;
    if (asked === 1) socket.destroy();
    else socket.once('data', () => socket.end(STARTING_UP, () => slow.emit('refused')));
  });
  await once(slow.listen(port, '127.0.0.1'), 'listening');
  return {
    url: `postgres://mulgil:secret@127.0.0.1:${(slow.address() as AddressInfo).port}/mulgil`,
    hasRefused: once(slow, 'refused'),
    stop: () => new Promise((resolve) => slow.close(resolve)),
  };
}

describe('after a power cut', () => {
  let postgres: Postgres;
  beforeAll(async () => {
    postgres = await Postgres.start({ durable: true });
  });
  afterAll(() => postgres.remove());

  it('a server that is there before its PostgreSQL says that it waits, and serves as soon as that has started', async () => {
    await postgres.stop();
    const slow = await startSlowly(postgres.port);
    const starting = startServer({ env: { DATABASE_URL: postgres.url('postgres') } });
    await Promise.race([slow.hasRefused, starting]);
    await slow.stop();
    await postgres.startAgain();
    const server = await starting;
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
    const told = server
      .output()
      .split('\n')
      .filter((line) => line.includes('the start waits for it'));
    expect(told.length).toBeGreaterThanOrEqual(2);
    expect(told[1]).toContain('the database system is starting up');
    expect(server.output()).not.toMatch(/w@ter|w%40ter/);
    expect(await server.stop()).toBe(0);
  });

  it('a server that waits for its PostgreSQL still ends at once on SIGTERM', async () => {
    const slow = await startSlowly(0);
    const { PATH } = process.env;
    const child = spawn(process.execPath, [SERVER], { env: { PATH, PORT: '0', DATABASE_URL: slow.url } });
    await slow.hasRefused;
    child.kill('SIGTERM');
    const begun = performance.now();
    expect(await once(child, 'close')).toEqual([0, null]);
    expect(performance.now() - begun).toBeLessThan(2_000);
    await slow.stop();
  });

  it.each([0, 12, 20])(
    'a server waits some minutes for a name that is unknown, after %s times without a network, and then says that there is a mistake',
    async (times) => {
      shortenPauses();
      const lookUp = vi.spyOn(dns, 'lookup').mockImplementation(((_name: string, _how: unknown, tell: Tell) => {
        tell(lookUpFailure(lookUp.mock.calls.length <= times ? 'EAI_AGAIN' : 'ENOTFOUND'));
      }) as typeof dns.lookup);
      const url = 'postgres://mulgil:secret@db.exmaple.com/mulgil';
      const opening = connectOnceThere(
        { kind: 'postgres', url },
        { clock: systemClock, log: pino({ level: 'silent' }) },
      );
      await expect(opening).rejects.toThrow(/^The database at db.exmaple.com\/mulgil .*ENOTFOUND.*DATABASE_URL/);
      expect(lookUp.mock.calls.length).toBeGreaterThan(times + 10);
    },
  );
});

describe('a large database put back from a backup', () => {
  it('is waited for by all servers while one of them moves it on [OPER-10]', async () => {
    const env = { DATABASE_URL: await createDatabase() };
    const first = new pg.Client({ connectionString: env.DATABASE_URL });
    await first.connect();
    await first.query("begin; insert into secret values ('not a backup', 'now')");
    const starting = startServer({ env });
    await setTimeout(LOCK_TIMEOUT_MS + 2_000);
    await first.query('commit');
    await first.end();
    const server = await starting;
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
    expect(await server.stop()).toBe(0);
  });
});
