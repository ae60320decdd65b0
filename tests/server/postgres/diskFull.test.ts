import { randomBytes } from 'node:crypto';
import { chownSync, statSync } from 'node:fs';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ask, createDatabase } from '../support/databases';
import { DAY_MS, openApp, type OpenApp } from '../support/openApp';
import { emptyCanvas, signIn, textNode } from '../support/Person';
import { Postgres } from '../support/Postgres';
import { SmallDisk } from '../support/SmallDisk';

type Db = OpenApp['db'];

/** Large enough for empty tables. */
const disk = SmallDisk.mount('32m');
/** A server of its own: one that is short of buffers lets every connection write to the full disk, whatever its database. */
let postgres: Postgres | undefined;
beforeAll(async () => {
  if (disk === null) return;
  postgres = await Postgres.start();
  const admin = postgres.url('postgres');
  const [row] = await ask(admin, "select current_setting('data_directory') as folder");
  const { uid, gid } = statSync(String(row?.['folder']));
  chownSync(disk.folder, uid, gid);
  await ask(admin, `create tablespace small location '${disk.folder}'`);
  await ask(admin, 'create database small tablespace small');
});
afterAll(async () => {
  await postgres?.remove();
  disk?.unmount();
});

/** Words that compression does not make smaller. */
const words = (bytes: number): string => randomBytes(bytes).toString('base64');

/** Saves until there is no room left, and continues once there is some again. Returns how many saves are kept. */
async function meetFullDisk(
  url: string,
  fill: (db: Db) => Promise<void>,
  makeRoom: (db: Db) => Promise<void>,
): Promise<number> {
  const { app, db, clock } = await openApp({ DATABASE_URL: url });
  const jiwoo = await signIn(app);
  const id = await jiwoo.create('흐름', emptyCanvas());
  const acknowledged: string[] = [];
  const save = async () => {
    const key = `n${acknowledged.length}`;
    const patch = [{ op: 'add', path: '/nodes/-', value: textNode(key, words(20_000)) }];
    const answer = await jiwoo.patch(id, patch, { 'idempotency-key': key });
    if (answer.statusCode === 200) acknowledged.push(key);
    return answer;
  };
  const kept = async () => (await jiwoo.canvas(id)).nodes.map((node) => node.id);
  const large = JSON.stringify({ ...emptyCanvas(), nodes: [textNode('large', words(60_000))] });
  const create = () => jiwoo.post('/projects', { name: '큰 것', canvas: large });
  expect((await save()).statusCode).toBe(200);

  await fill(db);
  let answer = await save();
  // A save that fits into the tables' remaining room still succeeds.
  for (let tries = 0; answer.statusCode === 200 && tries < 100; tries += 1) answer = await save();
  expect([answer.statusCode, answer.json()]).toMatchObject([507, { code: 'diskFull' }]);
  expect((await create()).statusCode).toBe(507);
  // The session would be extended now; when there is no room for that, its member can still read.
  clock.pass(2 * DAY_MS);
  expect((await jiwoo.get('/member')).statusCode).toBe(200);
  expect(await kept()).toEqual(acknowledged);
  expect((await jiwoo.get('/projects')).json()).toHaveLength(1);
  expect((await jiwoo.get('/readyz')).statusCode).toBe(200);

  await makeRoom(db);
  expect((await save()).statusCode).toBe(200);
  expect((await create()).statusCode).toBe(201);
  expect(await kept()).toEqual(acknowledged);
  return acknowledged.length;
}

const fill = async () => disk?.fill();
const makeRoom = async () => disk?.makeRoom();

/** Gives PostgreSQL's own error where the user may not mount a disk. */
async function refuseAll(db: Db): Promise<void> {
  await sql`create function refuse() returns trigger language plpgsql as $$ begin
    raise exception 'could not extend file' using errcode = 'disk_full'; end $$`.execute(db);
  for (const { name } of await db.introspection.getTables()) {
    await sql`create trigger refuse before insert or update on ${sql.table(name)}
      for each statement execute function refuse()`.execute(db);
  }
}

async function refuseNoMore(db: Db): Promise<void> {
  await sql`drop function refuse cascade`.execute(db);
}

describe('a PostgreSQL', () => {
  const title = 'refuses whole what it cannot hold, and goes on afterwards';
  it.runIf(disk !== null)(`on a full disk ${title}`, async () => {
    const url = postgres?.url('small') ?? '';
    await expect(meetFullDisk(url, fill, makeRoom)).resolves.toBeGreaterThan(1);
  });

  it(`that answers as on a full disk ${title}`, async () => {
    await expect(meetFullDisk(await createDatabase(), refuseAll, refuseNoMore)).resolves.toBeGreaterThan(1);
  });

  it('that has no memory, no connection or no time left is one to be asked again', async () => {
    const { db } = await openApp();
    for (const [errcode, code] of [
      ['out_of_memory', 'databaseBusy'],
      ['query_canceled', 'databaseBusy'],
      ['too_many_connections', 'databaseAway'],
    ]) {
      const answer = sql`do $$ begin raise exception '' using errcode = ${sql.lit(errcode)}; end $$`.execute(db);
      const headers = { 'Retry-After': expect.stringMatching(/^\d$/) as string };
      await expect(answer).rejects.toMatchObject({ status: 503, code, headers });
    }
  });
});
