import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import Sqlite from 'libsql';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { errorBody } from '../../../src/api/contract';
import { openApp } from '../support/openApp';
import { Person, emptyCanvas, signIn, textNode } from '../support/Person';

afterEach(() => vi.restoreAllMocks());

describe('while another process keeps the database to itself for too long', () => {
  it('a change is refused as one to send again, reading continues, and so does changing afterwards', async () => {
    const { app, dataDir } = await openApp();
    const jiwoo = await signIn(app);
    const id = await jiwoo.create('Flow', emptyCanvas());
    const save = () =>
      jiwoo.patch(id, [{ op: 'add', path: '/nodes/-', value: textNode('a') }], { 'idempotency-key': 'one' });
    // Each read of the clock takes a second.
    let now = 0;
    vi.spyOn(performance, 'now').mockImplementation(() => (now += 1000));
    const other = new Sqlite(join(dataDir, 'mulgil.db'));
    other.exec('begin immediate');

    const rename = () => jiwoo.put(`/projects/${id}/name`, { name: '바다' });
    for (const change of [save, () => jiwoo.post('/projects', { name: 'x', canvas: '' }), rename, save]) {
      const answer = await change();
      expect(answer.statusCode).toBe(503);
      expect(answer.headers['retry-after']).toBe('1');
      expect(errorBody.parse(answer.json())).toMatchObject({ code: 'databaseBusy' });
    }
    expect((await jiwoo.canvas(id)).nodes).toEqual([]);
    expect((await new Person(app).get('/readyz')).statusCode).toBe(200);

    other.exec('rollback');
    other.close();
    expect((await save()).json()).toMatchObject({ revision: 2 });
    expect((await save()).json()).toMatchObject({ revision: 2 });
    expect((await jiwoo.get('/projects')).json()).toHaveLength(1);
  });
});

it('while another process is writing, a save waits for it and the server does everything else meanwhile', async () => {
  const { app, dataDir } = await openApp();
  const jiwoo = await signIn(app);
  const id = await jiwoo.create('Flow', emptyCanvas());
  const other = new Sqlite(join(dataDir, 'mulgil.db'));
  other.exec('begin immediate');
  const order: string[] = [];
  const saved = jiwoo.patch(id, [{ op: 'add', path: '/nodes/-', value: textNode('a') }]);
  void saved.then(() => order.push('saved'));
  for (let count = 0; count < 20; count += 1) {
    expect((await new Person(app).get('/healthz')).statusCode).toBe(200);
    await sleep(1);
  }
  order.push('others were answered');

  other.exec('rollback');
  other.close();
  expect((await saved).json()).toMatchObject({ revision: 2 });
  expect(order).toEqual(['others were answered', 'saved']);
});
