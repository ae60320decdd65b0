import { setImmediate as nextTurn } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { errorBody } from '../../../src/api/contract';
import { createDatabase } from '../support/databases';
import { openApp } from '../support/openApp';
import { Person, emptyCanvas, signIn, textNode } from '../support/Person';
import { Wire } from '../support/Wire';

const SECOND_MS = 1_000;
const HALF_A_MINUTE_S = 30;

afterEach(() => {
  vi.useRealTimers();
});

/** A server, a wire to its PostgreSQL, and Jiwoo with a project. */
async function openByWire() {
  const database = await createDatabase();
  const wire = await Wire.to(database);
  const opened = await openApp({ DATABASE_URL: wire.through(database) });
  const jiwoo = await signIn(opened.app);
  return { ...opened, wire, jiwoo, id: await jiwoo.create('Flow', { ...emptyCanvas(), nodes: [textNode('a')] }) };
}

/** The result of a call while half a minute passes on the clock, and the network keeps delivering. */
async function within30s<T>(asked: Promise<T>): Promise<T> {
  const over = new AbortController();
  const { signal } = over;
  const answer = asked.finally(() => over.abort());
  answer.catch(() => undefined);
  for (let second = 0; second < HALF_A_MINUTE_S && !signal.aborted; second += 1) {
    for (let turn = 0; turn < 50 && !signal.aborted; turn += 1) await nextTurn();
    await vi.advanceTimersByTimeAsync(SECOND_MS);
  }
  if (!signal.aborted) throw new Error('there was no answer in half a minute');
  return answer;
}

it('a canvas is whole even if nobody was told that it was stored, as the connection broke over the answer', async () => {
  const { reopen, wire, jiwoo } = await openByWire();
  const river = { ...emptyCanvas(), nodes: [textNode('river', '강')] };
  wire.loseAnswerTo('commit');
  const answer = await jiwoo.post('/projects', { name: 'River', canvas: JSON.stringify(river) });
  expect(answer.statusCode).toBe(503);

  // The end waits for the clean-up.
  const back = new Person((await reopen()).app, jiwoo.cookie);
  const [newest] = (await back.get('/projects')).json<{ projectId: number; name: string }[]>();
  expect(newest?.name).toBe('River');
  expect(await back.canvas(newest?.projectId ?? 0)).toEqual(river);
});

describe('while its PostgreSQL takes connections and answers nothing', () => {
  it('a server says so to everybody, and recovers by itself when it answers again', async () => {
    const { app, clock, wire, jiwoo, id } = await openByWire();
    const visitor = new Person(app);
    const save = () =>
      jiwoo.patch(id, [{ op: 'add', path: '/nodes/-', value: textNode('b') }], {
        'if-match': '"1"',
        'idempotency-key': 'one',
      });
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });

    wire.freeze();
    // The first round uses existing connections, the others new ones.
    for (let round = 0; round < 2; round += 1) {
      const create = jiwoo.post('/projects', { name: 'x', canvas: '' });
      const answers = await within30s(Promise.all([save(), jiwoo.get('/projects'), create, save()]));
      for (const answer of answers) {
        expect(answer.statusCode).toBe(503);
        expect(answer.headers['retry-after']).toMatch(/^\d+$/);
        expect(errorBody.parse(answer.json())).toMatchObject({ code: 'databaseAway' });
      }
      clock.pass(1000);
      expect((await within30s(visitor.get('/readyz'))).statusCode).toBe(503);
      expect((await visitor.get('/healthz')).statusCode).toBe(200);
    }

    wire.thaw();
    vi.useRealTimers();
    clock.pass(1000);
    expect((await visitor.get('/readyz')).statusCode).toBe(200);
    expect((await save()).json()).toMatchObject({ revision: 2 });
    expect((await jiwoo.canvas(id)).nodes).toEqual([textNode('a'), textNode('b')]);
    expect((await jiwoo.get('/projects')).json()).toHaveLength(1);
  });

  it('a caller in the middle of a transaction is told, and nobody has to wait for its locks', async () => {
    const { db, wire, jiwoo, id } = await openByWire();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const renaming = db.transaction().execute(async (change) => {
      await change.updateTable('project').set({ name: '강' }).where('id', '=', id).execute();
      wire.freeze();
      await change.updateTable('project').set({ name: '바다' }).where('id', '=', id).execute();
    });
    await expect(within30s(renaming)).rejects.toMatchObject({ status: 503, code: 'databaseAway' });
    wire.thaw();
    vi.useRealTimers();
    expect((await jiwoo.put(`/projects/${id}/name`, { name: '호수' })).statusCode).toBe(200);
  });
});

it('a statement may take its time for as long as its PostgreSQL answers others', async () => {
  const { db, wire } = await openByWire();
  await db.connection().execute(async (holder) => {
    await sql`select pg_advisory_lock(1)`.execute(holder);
    await db.connection().execute(async (waiter) => {
      await sql`set lock_timeout = 0`.execute(waiter);
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
      const waiting = sql`select 'at last' as word, pg_advisory_lock(1)`.execute(waiter);
      for (let look = 0; look < 5; look += 1) {
        const { made, open } = wire;
        await vi.advanceTimersByTimeAsync(3 * SECOND_MS);
        // The database gets the query, and answers.
        while (wire.made === made || wire.open > open) await nextTurn();
      }
      await sql`select pg_advisory_unlock(1)`.execute(holder);
      expect((await waiting).rows).toMatchObject([{ word: 'at last' }]);
    });
  });
});
