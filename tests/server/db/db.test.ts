import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { connect } from '../../../server/db';
import { StartRefused } from '../../../server/errors';
import { measureCanvasRows, readCanvasAt } from '../../../server/canvas/canvasRows';
import { readText } from '../../../server/canvas/canvasTexts';
import { listProjects } from '../../../server/projects/listProjects';
import { openOld } from '../support/openOld';
import { visitByNewer } from '../support/visitByNewer';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mulgil-db-'));
});
afterEach(() => rm(folder, { recursive: true }));

describe('the database', () => {
  it('of a newer version is left alone', async () => {
    const path = join(folder, 'mulgil.db');
    await visitByNewer({ kind: 'sqlite', path });
    await expect(connect({ kind: 'sqlite', path })).rejects.toThrow(
      /newer version.*9999-from-the-future.*DATABASE_URL/,
    );
    await expect(connect({ kind: 'sqlite', path })).rejects.toBeInstanceOf(StartRefused);
  });

  it('that is not one is refused in one line', async () => {
    const path = join(folder, 'broken.db');
    await writeFile(path, 'no database, but long enough to look like something'.repeat(100));
    await expect(connect({ kind: 'sqlite', path })).rejects.toThrow(/broken\.db cannot be opened .*DATABASE_URL/);
    await expect(connect({ kind: 'sqlite', path: folder })).rejects.toBeInstanceOf(StartRefused);
  });

  it('of an older version keeps its canvases, their later changes, its versions, answers and jobs', async () => {
    const path = join(folder, 'mulgil.db');
    const { old, before } = await openOld(path);
    old.exec(`insert into member values ('jiwoo', 'local', 'jiwoo', '지우', null, 'now')`);
    for (const id of [7, 9]) {
      old.exec(
        `insert into project values (${id}, 'jiwoo', '${id === 7 ? '강 Delta' : 'ÄRGER'}', 2, 'now', null, null)`,
      );
      const canvas = `{ "nodes":[], "edges":[], "viewport":{"x":0,"y":0,"zoom":1}, "name":"물길 ${id}" }`;
      old.exec(`insert into snapshot values (${id}, ${id === 7 ? 2 : 1}, '${canvas}')`);
    }
    old.exec(`insert into patch_log values (9, 2, '[{"op":"replace","path":"/name","value":"바다"}]', 'now')`);
    const packed = gzipSync('{ "nodes":[] }').toString('base64');
    old.exec(`insert into version values (1, 9, 1, 'kept', '처음', 'now')`);
    old.exec(`insert into version_text values (9, 1, '${packed}')`);
    const jobs = `insert into job (id, member_id, project_id, state, started_at, url) values`;
    old.exec(`${jobs} ('j1', 'jiwoo', 7, 'done', '2026-11-20T03:00:00.000Z', '/files/a.png')`);
    old.exec(`${jobs} ('j2', 'jiwoo', 7, 'running', '2026-11-20T03:01:00.000Z', null)`);
    old.exec(`insert into patch_answer values ('jiwoo', 7, 'a key', 'hash', 200, '{"revision":2}', 'now')`);
    await before.destroy();

    const db = await connect({ kind: 'sqlite', path });
    const read = async (id: number): Promise<string | undefined> => (await readCanvasAt(db, id, 2))?.toString();
    expect(await read(7)).toBe('{ "nodes":[], "edges":[], "viewport":{"x":0,"y":0,"zoom":1}, "name":"물길 7" }');
    expect(await read(9)).toBe('{"nodes":[],"edges":[],"viewport":{"x":0,"y":0,"zoom":1},"name":"바다"}');
    expect(await measureCanvasRows(db, 7)).toBe(Buffer.byteLength((await read(7)) ?? ''));
    // A search by name finds them, too.
    const found = async (q: string) => (await listProjects(db, 'jiwoo', { q })).projects.map((project) => project.name);
    expect([await found('delta'), await found('ärg')]).toEqual([['강 Delta'], ['ÄRGER']]);
    const { text_id } = await db.selectFrom('version_text').select('text_id').executeTakeFirstOrThrow();
    expect((await readText(db, text_id)).toString()).toBe(packed);
    // A repeated save whose answer was lost gets the first answer.
    expect(await db.selectFrom('patch_answer').selectAll().execute()).toEqual([
      {
        member_id: 'jiwoo',
        project_id: 7,
        idempotency_key: 'a key',
        body_hash: 'hash',
        status: 200,
        body: '{"revision":2}',
        created_at: 'now',
      },
    ]);
    // A job that ran when its server stopped has no runner now.
    expect(await db.selectFrom('job').selectAll().orderBy('id').execute()).toMatchObject([
      { id: 'j1', member_id: 'jiwoo', project_id: 7, state: 'done', url: '/files/a.png' },
      { id: 'j2', state: 'running', lease_until: '2026-11-20T03:01:00.000Z' },
    ]);
    await db.destroy();
  });

  it('whose upgrade was cut off in the middle of a change is upgraded by the next start', async () => {
    const path = join(folder, 'mulgil.db');
    const { old, before } = await openOld(path);
    // The change has made its tables, and nothing has noted that.
    old.exec(`create trigger cut_off before insert on kysely_migration when new.name = '0027-takes'
      begin select raise(fail, 'the power went'); end`);
    await expect(connect({ kind: 'sqlite', path })).rejects.toThrow('the power went');
    old.exec('drop trigger cut_off');
    await before.destroy();

    const db = await connect({ kind: 'sqlite', path });
    expect(await db.selectFrom('take').selectAll().execute()).toEqual([]);
    await db.destroy();
  });

  it('keeps rows only with their owners', async () => {
    const db = await connect({ kind: 'sqlite', path: join(folder, 'mulgil.db') });
    const orphan = { token_hash: 'x', member_id: 'nobody', created_at: 'now', expires_at: 'later' };
    await expect(db.insertInto('session').values(orphan).execute()).rejects.toThrow(/FOREIGN KEY/);
    await db.destroy();
  });
});
