import { EventEmitter, once } from 'node:events';
import { afterEach, describe, expect, inject, it, vi } from 'vitest';
import { connect, transact } from '../../../server/db';
import { StartRefused } from '../../../server/errors';
import { createDatabase } from '../support/databases';
import { visitByNewer } from '../support/visitByNewer';

const open = (url: string) => connect({ kind: 'postgres', url });

/** The message to an operator who starts a server on this address. */
async function refusal(url: string): Promise<string> {
  const error: unknown = await open(url).then(
    (db) => db.destroy(),
    (reason: unknown) => reason,
  );
  if (!(error instanceof StartRefused)) throw new Error('it was opened', { cause: error });
  expect(error.message).toContain('DATABASE_URL');
  expect(error.message).not.toContain('\n');
  expect(error.message).not.toMatch(/w@ter|w%40ter|secret/);
  return error.message;
}

/** The run's own address, with one change. */
function elsewhere(change: (url: URL) => void): string {
  const url = new URL(inject('postgres') ?? '');
  change(url);
  return url.href;
}

afterEach(() => void vi.unstubAllEnvs());

describe('a PostgreSQL', () => {
  it('that is empty gets its tables once, however many servers start on it at the same time', async () => {
    const url = await createDatabase('template template0');
    const all = await Promise.all([open(url), open(url), open(url)]);
    for (const db of all) {
      expect(await db.selectFrom('project').selectAll().execute()).toEqual([]);
      await db.destroy();
    }
  });

  it('holds numbers and orders names as SQLite does, in whatever language it was created', async () => {
    const url = await createDatabase("template template0 locale_provider icu icu_locale 'ko'");
    const db = await open(url);
    const ids = ['나', 'b', 'B', 'a', '-', '가', 'A'];
    const bytes = 3_000_000_000;
    await db
      .insertInto('canvas_text')
      .values(ids.map((id) => ({ id, bytes, created_at: 'now' })))
      .execute();
    const rows = await db.selectFrom('canvas_text').select(['id', 'bytes']).orderBy('id').execute();
    expect(rows.map(({ id }) => id)).toEqual(ids.toSorted());
    expect(rows[0]?.bytes).toBe(bytes);
    const { sum, count } = await db
      .selectFrom('canvas_text')
      .select((text) => [text.fn.sum<number>('bytes').as('sum'), text.fn.countAll<number>().as('count')])
      .executeTakeFirstOrThrow();
    expect([sum, count]).toEqual([ids.length * bytes, ids.length]);
    // A value from an address or a body, not from the server itself.
    const nul = db.insertInto('canvas_text').values({ id: '\0', bytes, created_at: 'now' });
    await expect(nul.execute()).rejects.toMatchObject({ status: 400, code: 'invalidText' });
    await db.destroy();
  });

  it('that ends one of two transactions which wait for each other has it run again', async () => {
    const db = await open(await createDatabase());
    const names = ['a', 'b'];
    await db
      .insertInto('counter')
      .values(names.map((name) => ({ name, last: 0 })))
      .execute();
    let runs = 0;
    const meeting = new EventEmitter();
    const bothHold = once(meeting, 'both');
    const countBoth = (order: readonly string[]) =>
      transact(db, async (change) => {
        const count = (name: string) =>
          change
            .updateTable('counter')
            .set((row) => ({ last: row('last', '+', 1) }))
            .where('name', '=', name)
            .execute();
        const [first = '', second = ''] = order;
        await count(first);
        runs += 1;
        if (runs === 2) meeting.emit('both');
        await bothHold;
        await count(second);
      });
    await Promise.all([countBoth(names), countBoth(names.toReversed())]);
    // The retried transaction may meet the other before that has ended, and be aborted once more.
    expect(runs).toBeGreaterThanOrEqual(3);
    const rows = await db.selectFrom('counter').selectAll().orderBy('name').execute();
    expect(rows).toEqual(names.map((name) => ({ name, last: 2 })));
    await db.destroy();
  });

  it('takes the password of PGPASSWORD where its address has none, so that a command line need not show it', async () => {
    const { password } = new URL(inject('postgres') ?? '');
    vi.stubEnv('PGPASSWORD', decodeURIComponent(password));
    const db = await open(elsewhere((url) => (url.password = '')));
    await db.destroy();
    vi.stubEnv('PGPASSWORD', 'secret');
    expect(await refusal(elsewhere((url) => (url.password = '')))).toMatch(/password authentication failed/);
  });

  it('of a newer version is left alone', async () => {
    const url = await createDatabase();
    await visitByNewer({ kind: 'postgres', url });
    expect(await refusal(url)).toMatch(/newer version.*9999-from-the-future/);
  });

  it('that cannot be used says why in one line, without its password', async () => {
    expect(await refusal(elsewhere((url) => (url.port = '1')))).toMatch(/at 127\.0\.0\.1:1\/.*ECONNREFUSED/);
    expect(await refusal(elsewhere((url) => (url.password = 'secret')))).toMatch(/password authentication failed/);
    expect(await refusal(elsewhere((url) => (url.pathname = '/nowhere')))).toMatch(/"nowhere" does not exist/);
    expect(await refusal(await createDatabase("template template0 encoding 'SQL_ASCII'"))).toMatch(/SQL_ASCII.*UTF8/);
  });
});
