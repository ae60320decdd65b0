import { join } from 'node:path';
import Sqlite from 'libsql';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { openApp } from '../../support/openApp';
import { Person, signIn } from '../../support/Person';
import { pond, push, river } from './support/canvases';
import { killNextWorker } from './support/killNextWorker';
import { rows } from './support/rows';

afterEach(() => vi.restoreAllMocks());

describe('a worker that dies', () => {
  it.each(['as it begins', 'at its work'])(
    '%s fails its own request only, and nothing is half stored',
    async (when) => {
      const { app, dataDir } = await openApp();
      const jiwoo = await signIn(app);
      const id = await jiwoo.create('Flow', pond);
      if (when === 'at its work') await jiwoo.create('Another', river);
      const before = rows(dataDir, 'select * from canvas_text order by id');

      killNextWorker();
      const refused = await jiwoo.post(`/projects/${id}`, push(id, river), { 'if-match': '"1"' });
      expect(refused.statusCode).toBe(503);
      expect(refused.headers['retry-after']).toBe('1');
      expect(refused.json()).toMatchObject({ code: 'workInterrupted' });
      expect(rows(dataDir, 'select * from canvas_text order by id')).toEqual(before);
      expect(await jiwoo.canvas(id)).toEqual(pond);

      expect((await jiwoo.post(`/projects/${id}`, push(id, river), { 'if-match': '"1"' })).statusCode).toBe(200);
      expect(await jiwoo.canvas(id)).toEqual(river);
    },
  );

  it('while it writes leaves a text that is nobody’s, and that housekeeping finds an hour later', async () => {
    const { app, clock, dataDir, reopen } = await openApp();
    const jiwoo = await signIn(app);
    const disk = new Sqlite(join(dataDir, 'mulgil.db'));
    disk.exec(`insert into canvas_text (id, bytes, created_at) values ('half', 9, '${clock.now().toISOString()}')`);
    disk.exec(`insert into canvas_text_part (text_id, number, part) values ('half', 0, '{"nodes":')`);
    disk.close();
    const id = await jiwoo.create('Flow', pond);

    clock.pass(59 * 60 * 1000);
    const second = await reopen();
    await second.tidy();
    expect(rows(dataDir, "select id from canvas_text where id = 'half'")).toHaveLength(1);
    clock.pass(60 * 1000);
    const third = await second.reopen();
    await third.tidy();
    expect(await new Person(third.app, jiwoo.cookie).canvas(id)).toEqual(pond);
    expect(rows(dataDir, 'select id from canvas_text')).toHaveLength(1);
    expect(rows(dataDir, 'select text_id from canvas_text_part')).toHaveLength(1);
  });
});
