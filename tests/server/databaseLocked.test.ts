import { join } from 'node:path';
import { sql } from 'kysely';
import Sqlite from 'libsql';
import { describe, expect, it } from 'vitest';
import { errorBody } from '../../src/api/contract';
import { openApp } from './support/openApp';
import { Person, emptyCanvas, signIn, textNode } from './support/Person';

describe('while another process keeps the database to itself for too long', () => {
  it('a change is refused as one to send again, reading goes on, and so does changing afterwards', async () => {
    const { app, db, dataDir } = await openApp();
    const jiwoo = await signIn(app);
    const id = await jiwoo.create('Flow', emptyCanvas());
    const save = () =>
      jiwoo.patch(id, [{ op: 'add', path: '/nodes/-', value: textNode('a') }], { 'idempotency-key': 'one' });
    await sql`pragma busy_timeout = 20`.execute(db);
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
