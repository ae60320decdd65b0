import { open } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate as otherWork } from 'node:timers/promises';
import Sqlite from 'libsql';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { transact } from '../../../server/db';
import { openApp } from '../support/openApp';
import { Person, emptyCanvas, signIn, textNode } from '../support/Person';

const add = (id: string): object[] => [{ op: 'add', path: '/nodes/-', value: textNode(id) }];
const MINUTE_MS = 60 * 1000;

/** Counts the calls of the driver. */
function watchDatabase() {
  const statement: object = Object.getPrototypeOf(new Sqlite(':memory:').prepare('select 1'));
  const asked = vi.spyOn(statement as Sqlite.Statement, 'all');
  const written = vi.spyOn(statement as Sqlite.Statement, 'run');
  const executed = vi.spyOn(Sqlite.prototype, 'exec');
  const prepared = vi.spyOn(Sqlite.prototype, 'prepare');
  return {
    counts: () => ({
      asked: asked.mock.calls.length,
      written: written.mock.calls.length,
      commits: executed.mock.calls.filter(([text]) => text === 'commit').length,
      prepared: prepared.mock.calls.length,
    }),
    clear: () => [asked, written, executed, prepared].forEach((spy) => spy.mockClear()),
  };
}

type Files = Pick<FileHandle, 'datasync'>;
let files: Files;
beforeEach(async () => {
  const handle = await open(import.meta.filename);
  files = Object.getPrototypeOf(handle) as Files;
  await handle.close();
});
afterEach(() => vi.restoreAllMocks());

/** A disk whose delay the test controls. */
function holdDisk() {
  let letGo: (() => void) | undefined;
  const held = new Promise<void>((resolve) => (letGo = resolve));
  const asked = vi.spyOn(files, 'datasync').mockReturnValue(held);
  return { asked, letGo: () => letGo?.() };
}

describe('a save', () => {
  it('looks twice, writes three rows and waits for the disk once, with statements that are ready', async () => {
    const { app, clock } = await openApp();
    const jiwoo = await signIn(app);
    const id = await jiwoo.create('Flow', emptyCanvas());
    const save = (key: string) => jiwoo.patch(id, add(key), { 'idempotency-key': key });
    await save('first');

    const disk = vi.spyOn(files, 'datasync');
    const database = watchDatabase();
    expect((await save('second')).statusCode).toBe(200);
    expect(database.counts()).toEqual({ asked: 2, written: 3, commits: 1, prepared: 0 });
    expect(disk).toHaveBeenCalledTimes(1);

    // A repeated save is a look-up and nothing else.
    database.clear();
    expect((await save('second')).json()).toMatchObject({ revision: 3 });
    expect(database.counts()).toEqual({ asked: 2, written: 0, commits: 0, prepared: 0 });

    // A due version costs more: the counts are of what is done.
    clock.pass(10 * MINUTE_MS);
    database.clear();
    await save('third');
    expect(database.counts().asked).toBeGreaterThan(2);
    expect(database.counts().commits).toBe(1);
    expect(disk).toHaveBeenCalledTimes(2);
  });

  it('is answered, and shown to others, when the disk has it', async () => {
    const { app, dataDir } = await openApp();
    const jiwoo = await signIn(app);
    const id = await jiwoo.create('Flow', emptyCanvas());
    const disk = holdDisk();
    const told: string[] = [];
    const saved = jiwoo.patch(id, add('a')).then(() => told.push('saved'));
    const others = new Sqlite(join(dataDir, 'mulgil.db'));
    const committed = others.prepare('select revision from patch_log');
    await vi.waitFor(() => expect(committed.all([])).toEqual([{ revision: 2 }]));
    const read = jiwoo.canvas(id).then(({ nodes }) => told.push(`read ${nodes.length}`));
    const listed = jiwoo.get('/projects').then(() => told.push('listed'));
    for (let turn = 0; turn < 20; turn += 1) {
      expect((await new Person(app).get('/healthz')).statusCode).toBe(200);
    }
    expect(told).toEqual([]);

    disk.letGo();
    await Promise.all([saved, read, listed]);
    expect(told.toSorted()).toEqual(['listed', 'read 1', 'saved']);
    others.close();
  });

  it('is not believed any more to a disk that has failed once', async () => {
    const { app } = await openApp();
    const jiwoo = await signIn(app);
    const id = await jiwoo.create('Flow', emptyCanvas());
    const failed = Object.assign(new Error('EIO: i/o error, fdatasync'), { code: 'EIO' });
    vi.spyOn(files, 'datasync').mockRejectedValueOnce(failed);
    expect((await jiwoo.patch(id, add('a'), { 'idempotency-key': 'a' })).statusCode).toBe(500);
    expect((await jiwoo.patch(id, add('a'), { 'idempotency-key': 'a' })).statusCode).toBe(500);
    expect((await new Person(app).get('/readyz')).statusCode).toBe(503);
  });
});

describe('twenty changes at once', () => {
  it('wait for the disk together, and none is done before it has them all', async () => {
    const { db } = await openApp();
    const change = (name: string) =>
      transact(db, (writing) => writing.insertInto('counter').values({ name, last: 1 }).execute());
    await change('first');

    const disk = holdDisk();
    const database = watchDatabase();
    let done = 0;
    const changes = Array.from({ length: 20 }, (_, index) => change(`n${index}`).then(() => (done += 1)));
    for (let turn = 0; turn < 10; turn += 1) await otherWork();
    expect(database.counts().commits).toBe(20);
    expect(done).toBe(0);

    disk.letGo();
    await Promise.all(changes);
    expect(done).toBe(20);
    // Once for the first of them, once for all others.
    expect(disk.asked).toHaveBeenCalledTimes(2);

    // Saves in sequence each wait for themselves.
    for (const name of ['x', 'y', 'z']) await change(name);
    expect(disk.asked).toHaveBeenCalledTimes(5);
  });

  it('are each whole or not there: one that fails takes no other with it', async () => {
    const { db } = await openApp();
    const names = Array.from({ length: 20 }, (_, index) => `n${index}`);
    const outcomes = await Promise.allSettled(
      names.map((name, index) =>
        transact(db, async (writing) => {
          await writing.insertInto('counter').values({ name, last: 1 }).execute();
          await writing
            .insertInto('counter')
            .values({ name: index % 4 === 0 ? name : `${name}'`, last: 1 })
            .execute();
        }),
      ),
    );
    expect(outcomes.map(({ status }) => status === 'fulfilled')).toEqual(names.map((_, index) => index % 4 !== 0));
    const kept = names.filter((_, index) => index % 4 !== 0).flatMap((name) => [name, `${name}'`]);
    const rows = await db.selectFrom('counter').select('name').where('name', 'like', 'n%').execute();
    expect(rows.map(({ name }) => name).toSorted()).toEqual(kept.toSorted());
  });
});
