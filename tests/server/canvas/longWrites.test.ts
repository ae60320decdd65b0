import { AsyncLocalStorage, createHook } from 'node:async_hooks';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Sqlite from 'libsql';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { generateFlow } from '../../../bench/canvas/generateFlow';
import { STAGE } from '../../../bench/canvas/stage';
import { connect, connectInThread, emptyLog } from '../../../server/db';
import type { DatabaseAddress } from '../../../server/db';
import { dropText, nameText, readText, writeText } from '../../../server/canvas/canvasTexts';
import { compactLog } from '../../../server/canvas/work/tasks';
import { MEBIBYTE } from '../../../server/bytes';

/** Written in more than twenty steps, deleted in more than five. */
const SEA = Buffer.from('바다가 '.repeat(600_000));

let folder: string;
let place: DatabaseAddress & { kind: 'sqlite' };
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mulgil-db-'));
  place = { kind: 'sqlite', path: join(folder, 'mulgil.db') };
  await (await connect(place)).destroy();
});
afterEach(() => rm(folder, { recursive: true }));

/** How often somebody else, who never waits, could write in the meantime; and the pauses that the work itself made. */
async function meanwhile(work: () => Promise<unknown>): Promise<{ writes: number; refused: number; pauses: number }> {
  const other = new Sqlite(place.path);
  other.exec('pragma busy_timeout = 0');
  const seen = { writes: 0, refused: 0, pauses: 0 };
  // The test's own reporter has timers, too.
  const inside = new AsyncLocalStorage<boolean>();
  const hook = createHook({
    init(_id, type) {
      if (type === 'Timeout' && inside.getStore()) seen.pauses += 1;
    },
  }).enable();
  let isDone = false;
  const write = (): void => {
    if (isDone) return;
    try {
      other.exec(`insert into counter (name, last) values ('save', 1) on conflict do update set last = last + 1`);
      seen.writes += 1;
    } catch {
      seen.refused += 1;
    }
    setImmediate(write);
  };
  write();
  await inside.run(true, work);
  isDone = true;
  hook.disable();
  other.close();
  return seen;
}

it('a large canvas is written and dropped in steps between which others write, and makes no pauses of its own', async () => {
  const db = connectInThread(place);
  const text = { id: 'sea', bytes: SEA, createdAt: '2026-11-21T03:00:00.000Z' };

  const writing = await meanwhile(() => writeText(db, text));
  expect(writing).toMatchObject({ refused: 0, pauses: 0 });
  expect(writing.writes).toBeGreaterThan(20);
  expect((await readText(db, 'sea')).equals(SEA)).toBe(true);

  const dropping = await meanwhile(() => dropText(db, 'sea'));
  expect(dropping).toMatchObject({ refused: 0, pauses: 0 });
  expect(dropping.writes).toBeGreaterThan(5);
  expect(await readText(db, 'sea')).toHaveLength(0);
  await db.destroy();
});

/** Bytes that each transaction has written since the log was begun; https://sqlite.org/walformat.html. */
async function transactionBytes(): Promise<number[]> {
  const log = await readFile(`${place.path}-wal`);
  const pageBytes = log.readUInt32BE(8);
  const sizes: number[] = [];
  let pages = 0;
  for (let frame = 32; frame < log.byteLength; frame += 24 + pageBytes) {
    pages += 1;
    const isCommit = log.readUInt32BE(frame + 4) > 0;
    if (isCommit) sizes.push(pages * pageBytes);
    if (isCommit) pages = 0;
  }
  return sizes;
}

it('compacting a canvas of 10,000 nodes takes the writer’s place for little at a time, also with a version to be written', async () => {
  const at = '2026-11-21T03:00:00.000Z';
  const canvas = JSON.stringify(generateFlow(10_000, STAGE));
  const before = await connect(place);
  await before
    .insertInto('member')
    .values({ id: 'jiwoo', issuer: 'local', subject: 'jiwoo', name: '지우', picture: null, created_at: at })
    .execute();
  await before
    .insertInto('project')
    .values({
      id: 1,
      member_id: 'jiwoo',
      name: 'Flow',
      name_key: 'flow',
      revision: 601,
      updated_at: at,
      thumbnail: null,
      deleted_at: null,
      creation_key: null,
      creation_hash: null,
    })
    .execute();
  await writeText(before, { id: 'first', bytes: Buffer.from(canvas), createdAt: at });
  await before.transaction().execute((change) => nameText(change, { projectId: 1, revision: 1, textId: 'first' }));
  await before
    .insertInto('version')
    .values({ id: 1, project_id: 1, revision: 1, kind: 'session', name: '', created_at: at })
    .execute();
  for (let revision = 2; revision <= 601; revision += 1) {
    const patch = JSON.stringify([{ op: 'replace', path: `/nodes/${revision}/position/x`, value: revision }]);
    await before
      .insertInto('patch_log')
      .values({ project_id: 1, revision, patch, created_at: at, text_id: null })
      .execute();
  }
  await before.destroy();

  const db = await connect(place);
  expect(await compactLog(db, { projectId: 1, textId: 'compacted', createdAt: at })).toBe(601);
  const sizes = await transactionBytes();
  expect(sizes.length).toBeGreaterThan(canvas.length / (256 * 1024));
  // One part of a text, and a little more.
  expect(Math.max(...sizes)).toBeLessThan(0.375 * MEBIBYTE);
  await db.destroy();
});

it('the log is emptied without blocking writers, and its space is reused', async () => {
  const [db, beside] = [await connect(place), connectInThread(place)];
  const logBytes = async (): Promise<number> => (await stat(`${place.path}-wal`)).size;
  const save = (number: number, bytes: number) =>
    db
      .insertInto('canvas_text')
      .values({ id: `${number}-${'x'.repeat(bytes)}`, bytes, created_at: '' })
      .execute();
  for (let number = 0; number < 8; number += 1) await save(number, 500_000);
  const grown = await logBytes();
  expect(grown).toBeGreaterThan(4 * MEBIBYTE);

  await emptyLog(beside);
  // No writer was blocked to cut it off.
  expect(await logBytes()).toBe(grown);
  await save(8, 1);
  expect(await logBytes()).toBe(2 * MEBIBYTE);
  for (let number = 9; number < 12; number += 1) await save(number, 100_000);
  expect(await logBytes()).toBe(2 * MEBIBYTE);
  await Promise.all([db.destroy(), beside.destroy()]);
});
