import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { describe, expect, it, vi } from 'vitest';
import { operateTrash } from '../../../scripts/trash/operateTrash';
import { CLEANINGS, clean } from '../../../server/operations/clean';
import type { CleaningName } from '../../../server/operations/clean';
import { readDataSettings } from '../../../server/config';
import { createFileStore } from '../../../server/files/createFileStore';
import { sweepLeftovers, takeOutUnreferenced } from '../../../server/files/leftoverFiles';
import { createPictures } from '../../../server/files/pictures';
import { dropThumbnail } from '../../../server/files/dropThumbnail';
import { purgeProject } from '../../../server/trash/purgeProject';
import { plainPicture } from '../generation/support/FakeImageEngine';
import { DAY_MS, openApp } from '../support/openApp';
import { FIRST_ID, countRows, writeManyRows } from '../support/manyRows';
import type { ManyRows } from '../support/manyRows';
import { writeManyTakes } from '../support/manyTakes';
import { emptyCanvas, signIn } from '../support/Person';
import { plansOf, ROWS_TO_PLAN, wholeTables } from '../support/planOf';
import { sqliteIsEnough } from '../support/sqliteIsEnough';

const MANY = 20_000;
/** Statements of one step at most; the trash takes fourteen for each of five projects. */
const STATEMENTS = {
  sessions: 1,
  tokens: 1,
  answers: 1,
  trash: 71,
  takes: 3,
  texts: 8,
  runs: 3,
  jobs: 4,
  textCalls: 1,
  calls: 1,
};

async function openWith(many: ManyRows) {
  const opened = await openApp();
  const jiwoo = await signIn(opened.app, '지우');
  const { memberId } = (await jiwoo.get('/member')).json<{ memberId: string }>();
  await writeManyRows(opened.db, memberId, many);
  await sql`analyze`.execute(opened.db);
  /** Lets the app tidy up; its figures come last, whatever has failed before them. */
  const tidyInVain = async (): Promise<void> => {
    const { app } = opened;
    await app.listen({ port: 0 });
    await vi.waitFor(async () => expect((await app.inject('/metrics')).body).toMatch(/^usage_members [1-9]/m));
    expect((await app.inject('/metrics')).body).toMatch(/^housekeeping_ended_seconds 0$/m);
  };
  return { ...opened, jiwoo, memberId, tidyInVain };
}

/** The tables whose rows go with their project. */
const PURGED = ['project', 'patch_answer', 'patch_log', 'snapshot', 'take', 'run', 'run_step'] as const;

/** A project with many rows of each kind; `watch` tells how many others see after each statement. */
async function withLargeProject() {
  const { db, env, clock, memberId, beside } = await openWith({ answers: 1_200, steps: 1_200 });
  await writeManyTakes(db, { memberId, projectId: FIRST_ID, from: 1, count: 1_200 });
  const { db: others } = await beside();
  const rowsLeft = async () => {
    const jobs = await others.selectFrom('job').select('id').where('url', 'is not', null).execute();
    const counts = await Promise.all(PURGED.map((table) => countRows(others, table)));
    return counts.reduce((sum, rows) => sum + rows, jobs.length);
  };
  const watch = (tell: (rows: number) => void) =>
    db.withPlugin({
      transformQuery: ({ node }) => node,
      transformResult: async ({ result }) => {
        tell(await rowsLeft());
        return result;
      },
    });
  return { db, env, rowsLeft, watch, purge: { projectId: FIRST_ID, now: clock.now().toISOString() } };
}

/** Bytes in the store that no row names, as a member's removed picture leaves them. */
async function withBytesOfNobody() {
  const opened = await openWith({});
  const { db, env, clock, memberId } = opened;
  const open = () => createFileStore(readDataSettings(env).storage);
  const pictures = createPictures({ db, store: open(), clock });
  const bytes = await plainPicture('#f5b301');
  const bringAgain = () => pictures.store(memberId, bytes);
  const { url } = await bringAgain();
  await db.deleteFrom('file_owner').execute();
  await db.deleteFrom('file').execute();
  return { ...opened, store: open(), bringAgain, url, name: url.slice('/files/'.length) };
}

describe('housekeeping', () => {
  it('begins once the server listens, and people are answered while there is much to throw away [TIDY-1]', async () => {
    const answers = 4_000;
    const { app, db, jiwoo, tidy } = await openWith({ answers });
    expect(await countRows(db, 'patch_answer')).toBe(answers);
    const tidied = tidy();
    const id = await jiwoo.create('Flow', emptyCanvas());
    expect((await jiwoo.patch(id, [], { 'idempotency-key': 'mine' })).statusCode).toBe(200);
    await tidied;
    expect(await countRows(db, 'patch_answer')).toBe(1);
    expect((await app.inject('/metrics')).body).toContain(`housekeeping_deleted_rows_total{kind="answers"} ${answers}`);
  });

  it.skipIf(sqliteIsEnough)(
    'drops more texts of nobody than a statement takes parameters, and none that is somebody’s [TIDY-2]',
    async () => {
      const { db, tidy, jiwoo } = await openWith({ projects: 500, texts: 33_000 });
      const id = await jiwoo.create('Flow', emptyCanvas());
      expect((await jiwoo.post(`/projects/${id}/versions`, { name: 'kept' })).statusCode).toBe(201);
      await tidy();
      expect(await countRows(db, 'canvas_text')).toBe(501);
      expect(await jiwoo.canvas(id)).toEqual(emptyCanvas());
    },
  );

  it('deletes what has expired, continues with the rest when one thing fails, and does not say then that it was done', async () => {
    const { db, clock, tidyInVain, jiwoo, memberId } = await openWith({ answers: 10 });
    await jiwoo.delete(`/projects/${await jiwoo.create()}`);
    clock.pass(31 * DAY_MS);
    await db.insertInto('leftover_file').values({ name: 'no name of a file', since: '2026-01-01' }).execute();
    await tidyInVain();
    expect(await countRows(db, 'session')).toBe(0);
    expect(await db.selectFrom('project').select('id').where('member_id', '=', memberId).execute()).toHaveLength(1);
  });

  it('removes the other projects from the trash when the oldest cannot be removed', async () => {
    const { app, db, clock, tidyInVain, jiwoo } = await openWith({});
    const [oldest = 0, ...others] = await Promise.all(
      ['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((name) => jiwoo.create(name)),
    );
    for (const id of [oldest, ...others]) {
      await jiwoo.delete(`/projects/${id}`);
      clock.pass(1000);
    }
    // A table of somebody else that does not let the project go.
    await sql`create table held (project_id integer references project (id))`.execute(db);
    await sql`insert into held values (${oldest})`.execute(db);
    clock.pass(31 * DAY_MS);
    await tidyInVain();
    await sql`drop table held`.execute(db);
    const left = await db
      .selectFrom('project')
      .select('id')
      .where('id', 'in', [oldest, ...others])
      .execute();
    expect(left).toEqual([{ id: oldest }]);
    expect((await app.inject('/metrics')).body).toContain('housekeeping_deleted_rows_total{kind="trash"} 6');
  });

  it.skipIf(sqliteIsEnough)(
    'removes the half-written files that a killed server left, and none that is being written',
    async () => {
      const { dataDir, clock, tidy } = await openApp();
      const drafts = join(dataDir, 'files', 'drafts');
      await mkdir(drafts, { recursive: true });
      for (const [name, ageMs] of [
        ['left.part', 2 * 60 * 60 * 1000],
        ['going.part', 0],
      ] as const) {
        await writeFile(join(drafts, name), 'half of a picture');
        const written = new Date(clock.now().getTime() - ageMs);
        await utimes(join(drafts, name), written, written);
      }
      await tidy();
      expect(await readdir(drafts)).toEqual(['going.part']);
    },
  );

  it.skipIf(sqliteIsEnough)(
    'puts bytes back that somebody brings again as they go, though the store fails at first',
    async () => {
      const { db, store, jiwoo, bringAgain, url, name } = await withBytesOfNobody();
      const [remove, put] = [store.remove.bind(store), store.put.bind(store)];
      store.remove = async (file) => {
        await bringAgain();
        await remove(file);
      };
      store.put = () => {
        store.put = put;
        return Promise.reject(new Error('the store is away'));
      };
      await takeOutUnreferenced({ db, store }, name);
      expect((await jiwoo.get(url)).statusCode).toBe(200);
    },
  );

  it.skipIf(sqliteIsEnough)(
    'puts bytes back where the database does not say whose they are, and takes them away another time',
    async () => {
      const { db, store, clock, name } = await withBytesOfNobody();
      await db.insertInto('leftover_file').values({ name, since: '2026-01-01' }).execute();
      const remove = store.remove.bind(store);
      let isAway = false;
      store.remove = async (file) => {
        isAway = true;
        await remove(file);
      };
      const failing = db.withPlugin({
        transformQuery: ({ node }) => {
          if (!isAway) return node;
          isAway = false;
          throw new Error('the database is away');
        },
        transformResult: ({ result }) => Promise.resolve(result),
      });
      const { signal } = new AbortController();
      await expect(sweepLeftovers({ db: failing, store, clock }, signal)).rejects.toThrow('the database is away');
      expect(await store.size(name)).not.toBe(null);
      store.remove = remove;
      await sweepLeftovers({ db, store, clock }, signal);
      expect(await store.size(name)).toBe(null);
    },
  );

  it('takes the bytes of nobody away although others before them cannot be taken away', async () => {
    const { db, store, clock, name } = await withBytesOfNobody();
    const damaged = ['0', '1'].map((digit) => `${digit.repeat(64)}.png`);
    const noted = [...damaged, name].map((each) => ({ name: each, since: '2026-01-01' }));
    await db.insertInto('leftover_file').values(noted).execute();
    const get = store.get.bind(store);
    store.get = (file) => (damaged.includes(file) ? Promise.reject(new Error('EIO')) : get(file));
    const swept = sweepLeftovers({ db, store, clock }, new AbortController().signal);
    await expect(swept).rejects.toMatchObject({
      message: expect.stringContaining(damaged.map((file) => `${file}: EIO`).join('; ')),
      errors: [{ message: 'EIO' }, { message: 'EIO' }],
    });
    expect(await store.size(name)).toBe(null);
  });

  it(`reads no whole table and asks as often as for ten rows, with ${ROWS_TO_PLAN} of each [TIDY-3]`, async () => {
    const many = ROWS_TO_PLAN;
    const opened = await openWith({ projects: many, answers: many, sessions: many, texts: many });
    const { db, clock } = opened;
    await sql`update project set deleted_at = '2026-01-01' where id < ${FIRST_ID + 100}`.execute(db);
    clock.pass(31 * DAY_MS);
    const now = clock.now().toISOString();
    const step = (name: CleaningName) =>
      plansOf(opened, (watched) => clean(watched, { name, now, trashDays: 30, from: null }));
    for (const name of CLEANINGS) {
      const { steps, statements } = await step(name);
      expect({ name, whole: wholeTables(steps) }).toEqual({ name, whole: [] });
      expect(statements).toBeLessThanOrEqual(STATEMENTS[name]);
    }
  });

  it(`replaces a thumbnail and removes a project by their own rows, with ${MANY} of others [TIDY-4]`, async () => {
    const opened = await openWith({ projects: MANY, answers: MANY, files: MANY });
    const { db, clock, memberId } = opened;
    const now = clock.now().toISOString();
    const url = `/files/${'a'.repeat(64)}.png`;
    const store = createFileStore(readDataSettings(opened.env).storage);
    const replaced = await plansOf(opened, (watched) => dropThumbnail({ db: watched, store }, { memberId, url, now }));
    expect(wholeTables(replaced.steps)).toEqual([]);
    // Not by the member's index, which may have very many entries.
    const ofMember = /project_of_member|job_url_of_member|job_of_member/;
    expect(replaced.steps.filter((step) => ofMember.test(step))).toEqual([]);
    await sql`update project set deleted_at = ${now} where id = ${FIRST_ID}`.execute(db);
    const removed = await plansOf(opened, (watched) => purgeProject(watched, { projectId: FIRST_ID, now }));
    expect(wholeTables(removed.steps)).toEqual([]);
    expect(removed.steps.filter((step) => ofMember.test(step))).toEqual([]);
    expect(removed.statements).toBeLessThan(15);
    // Rows that the database deletes in a cascade are found by an index that begins with the row's key.
    const cascades = await plansOf(opened, async (watched) => {
      await watched.selectFrom('patch_answer').select('status').where('project_id', '=', FIRST_ID).execute();
      await watched.selectFrom('file_owner').select('sha256').where('sha256', '=', 'x').execute();
      await watched.selectFrom('patch_log').select('revision').where('text_id', '=', 'x').execute();
      await watched.selectFrom('version').select('id').where('project_id', '=', FIRST_ID).execute();
    });
    expect(wholeTables(cascades.steps)).toEqual([]);
  });

  it('removes a project of many rows in steps of 500 at most [TIDY-4]', async () => {
    const { db, purge, rowsLeft, watch } = await withLargeProject();
    expect(await purgeProject(db, purge)).toBe(false);
    await sql`update project set deleted_at = ${purge.now}`.execute(db);
    const left: number[] = [];
    const watched = watch((rows) => left.push(rows));
    expect(await purgeProject(watched, purge)).toBe(true);
    left.push(await rowsLeft());
    expect(Math.max(...left.slice(1).map((rows, at) => (left[at] ?? 0) - rows))).toBe(500);
    for (const table of PURGED) expect([table, await countRows(db, table)]).toEqual([table, 0]);
    expect(await countRows(db, 'job')).toBe(1_200);
  });

  it('gives back no project that is half removed, and removes the rest of it [TIDY-4]', async () => {
    const { db, env, purge, watch } = await withLargeProject();
    await sql`update project set deleted_at = ${purge.now}`.execute(db);
    const cutOff = watch((rows) => {
      if (rows < 3_000) throw new Error('the server was killed');
    });
    await expect(purgeProject(cutOff, purge)).rejects.toThrow('killed');
    expect(await operateTrash(['restore', String(purge.projectId)], env)).toMatchObject({ code: 1 });
    expect((await operateTrash(['list'], env)).lines).toEqual(['The trash is empty.']);
    await clean(db, { name: 'trash', now: purge.now, trashDays: 30, from: null });
    for (const table of PURGED) expect([table, await countRows(db, table)]).toEqual([table, 0]);
  });
});

describe('the past of the engines', () => {
  it('sums jobs of more than a year ago up by their month and drops them [TIDY-5]', async () => {
    const opened = await openApp();
    const { db, clock, tidy } = opened;
    const jiwoo = await signIn(opened.app);
    const { memberId } = (await jiwoo.get('/member')).json<{ memberId: string }>();
    const project = await jiwoo.create();
    const at = (days: number): string => new Date(clock.now().getTime() - days * DAY_MS).toISOString();
    const job = (id: string, days: number, more: object = {}) => ({
      id,
      member_id: memberId,
      project_id: project,
      node_id: null,
      number: 0,
      state: 'done' as const,
      started_at: at(days),
      lease_until: at(days),
      ended_at: at(days),
      url: null,
      message: null,
      code: null,
      retry_at: null,
      provider: 'gemini',
      model: 'first',
      input_tokens: 100,
      output_tokens: 1300,
      cost_micros: 2_000_000_000,
      idempotency_key: null,
      body_hash: null,
      ...more,
    });
    await db
      .insertInto('job')
      .values([
        job('a', 366),
        job('b', 366),
        job('c', 366, { state: 'failed', provider: null, model: null, cost_micros: null }),
        job('d', 400),
        job('e', 364),
      ])
      .execute();
    await tidy();
    await db.insertInto('job').values(job('f', 366)).execute();
    const now = clock.now().toISOString();
    expect(await clean(db, { name: 'jobs', now, trashDays: 30, from: null })).toEqual({ count: 1, next: null });
    expect((await db.selectFrom('job').select('id').execute()).map(({ id }) => id)).toEqual(['e']);
    const sums = await db.selectFrom('job_sum').selectAll().orderBy('month').orderBy('state').execute();
    const gemini = { member_id: memberId, provider: 'gemini', model: 'first', state: 'done' };
    expect(sums).toEqual([
      { ...gemini, month: '2025-10', jobs: 1, input_tokens: 100, output_tokens: 1300, cost_micros: '2000000000' },
      { ...gemini, month: '2025-11', jobs: 3, input_tokens: 300, output_tokens: 3900, cost_micros: '6000000000' },
      {
        ...gemini,
        month: '2025-11',
        state: 'failed',
        provider: '',
        model: '',
        jobs: 1,
        input_tokens: 100,
        output_tokens: 1300,
        cost_micros: '0',
      },
    ]);
  });

  it('drops calls of text engines as late as jobs', async () => {
    const { db, clock, memberId, tidy } = await openWith({});
    const call = (id: string, daysAgo: number) => {
      const at = new Date(clock.now().getTime() - daysAgo * DAY_MS).toISOString();
      return { id, member_id: memberId, started_at: at, open_until: at, ended_at: at, cost_micros: 10 };
    };
    await db
      .insertInto('analysis')
      .values([call('old', 366), call('young', 364)])
      .execute();
    await tidy();
    expect(await db.selectFrom('analysis').select('id').execute()).toEqual([{ id: 'young' }]);
  });
});
