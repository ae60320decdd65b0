import { sql } from 'kysely';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { operateTrash } from '../../../scripts/trash/operateTrash';
import { operateUsage } from '../../../scripts/usage/operateUsage';
import { Collector } from '../../../server/collector/Collector';
import type { StepRunner } from '../../../server/collector/readReferences';
import { PROJECT_BEGIN } from '../../../server/collector/readProject';
import { COLLECT_STEPS } from '../../../server/collector/steps';
import { readDataSettings } from '../../../server/config';
import { createFileStore } from '../../../server/files/createFileStore';
import { createPictures } from '../../../server/files/pictures';
import { DAY_MS, openApp, type OpenApp } from '../support/openApp';
import { canvasWith, long, write } from '../support/past';
import { FIRST_ID, writeManyRows } from '../support/manyRows';
import { emptyCanvas, signIn, type Person } from '../support/Person';
import { plansOf, ROWS_TO_PLAN, wholeTables } from '../support/planOf';
import { tidyHere } from '../support/tidyHere';
import { sqliteIsEnough } from '../support/sqliteIsEnough';

let shade = 0;
const picture = (): Promise<Buffer> => {
  shade += 1;
  return sharp({ create: { width: 8, height: 8, channels: 3, background: { r: shade, g: shade, b: 0 } } })
    .png()
    .toBuffer();
};

async function upload(person: Person, bytes: Buffer | null = null): Promise<string> {
  const answer = await person.upload('POST', '/files', 'file', bytes ?? (await picture()));
  expect(answer.statusCode).toBe(201);
  return answer.json<{ url: string }>().url;
}

/** A member who is seldom there: their session lasts as long as the clock is moved on. */
async function atWork(env = {}) {
  let opened = await openApp(env);
  let jiwoo = await signIn(opened.app, '지우');
  return {
    get app() {
      return opened;
    },
    get jiwoo() {
      return jiwoo;
    },
    /** Moves the clock on by this many days, and removes what has expired by then. */
    async later(days: number): Promise<void> {
      opened.clock.pass(days * DAY_MS);
      await tidyHere(opened);
      jiwoo = await signIn(opened.app, '지우');
    },
    /** The same, by the housekeeping of a server that is started then. */
    async restartedLater(days: number): Promise<void> {
      opened.clock.pass(days * DAY_MS);
      opened = await opened.reopen();
      await opened.tidy();
      jiwoo = await signIn(opened.app, '지우');
    },
    async has(url: string): Promise<boolean> {
      return (await jiwoo.get(url)).statusCode === 200;
    },
  };
}

const thumbnailOf = async (person: Person, id: number): Promise<string> =>
  (await person.get('/projects'))
    .json<{ projectId: number; thumbnail: string | null }[]>()
    .find(({ projectId }) => projectId === id)?.thumbnail ?? '';

const usedBytes = async (person: Person): Promise<number> =>
  (await person.get('/member/usage')).json<{ bytes: number }>().bytes;

const inStore = ({ env }: OpenApp, url: string) => createFileStore(readDataSettings(env).storage).size(url.slice(7));

/** Runs the collector, waits 31 days, and runs it again. */
async function passMonth({ later }: { later: (days: number) => Promise<void> }): Promise<void> {
  await later(8);
  await later(31);
}

describe('the collector', () => {
  it.skipIf(sqliteIsEnough)(
    'collects what nothing has named for 30 days, and counts it no more [COLLECT-1]',
    async () => {
      const work = await atWork();
      const bytes = await picture();
      const url = await upload(work.jiwoo, bytes);
      expect(await usedBytes(work.jiwoo)).toBe(bytes.byteLength);
      await work.later(8);
      await work.later(29);
      expect(await work.has(url)).toBe(true);
      await work.restartedLater(8);
      expect(await work.has(url)).toBe(false);
      expect(await usedBytes(work.jiwoo)).toBe(0);
      expect((await work.app.app.inject('/metrics')).body).toContain(
        'housekeeping_deleted_rows_total{kind="unreferenced"} 1',
      );
      await work.restartedLater(1);
      expect(await inStore(work.app, url)).toBeNull();
    },
  );

  it('keeps what only a canvas, a patch, an old version, the trash, a thumbnail or a job names [COLLECT-2]', async () => {
    const work = await atWork({ TRASH_DAYS: '1000' });
    const { jiwoo } = work;
    const inCanvas = await upload(jiwoo);
    await jiwoo.create('Canvas', canvasWith(inCanvas));
    const escaped = await upload(jiwoo);
    await jiwoo.create('Escaped', JSON.stringify(canvasWith(escaped)).replace('/files/', String.raw`\/files\u002f`));
    const inPatch = await upload(jiwoo);
    const patched = await jiwoo.create('Patched', canvasWith(''));
    await jiwoo.patch(patched, write(inPatch));
    const inLog = await upload(jiwoo);
    const undone = await jiwoo.create('Undone', canvasWith(''));
    for (const text of [inLog, '']) await jiwoo.patch(undone, write(text));
    const inLongPatch = await upload(jiwoo);
    await jiwoo.patch(await jiwoo.create('Long', canvasWith('')), write(`${long(1)} ${inLongPatch}`));
    const inTrash = await upload(jiwoo);
    await jiwoo.delete(`/projects/${await jiwoo.create('Trashed', canvasWith(inTrash))}`);
    const inVersion = await upload(jiwoo);
    const kept = await jiwoo.create('Kept', canvasWith(inVersion));
    await jiwoo.post(`/projects/${kept}/versions`, { name: 'kept' });
    const whole = { pid: kept, name: 'Kept', timestamp: '', snapshot: emptyCanvas() };
    expect((await jiwoo.post(`/projects/${kept}`, whole)).statusCode).toBe(200);
    const pictured = await jiwoo.create('Pictured');
    await jiwoo.upload('PUT', `/projects/${pictured}/thumbnail`, 'thumbnail', await picture());
    const thumbnail = await thumbnailOf(jiwoo, pictured);
    const { memberId } = (await jiwoo.get('/member')).json<{ memberId: string }>();
    const made = await makeJob(work.app, memberId);
    const nobodys = await upload(jiwoo);

    await passMonth(work);
    const named = [inCanvas, escaped, inPatch, inLog, inLongPatch, inTrash, inVersion, ...made];
    for (const url of [...named, thumbnail]) {
      expect([url, await work.has(url)]).toEqual([url, true]);
    }
    expect(await work.has(nobodys)).toBe(false);

    await operateTrash(['purge', 'all'], work.app.env);
    await passMonth(work);
    expect(await work.has(inTrash)).toBe(false);
    expect(await work.has(inVersion)).toBe(true);
  });

  it.skipIf(sqliteIsEnough)(
    'restarts the 30 days when somebody names a file, or uploads it, again [COLLECT-3]',
    async () => {
      const work = await atWork();
      const bytes = await picture();
      const [brought, named] = [await upload(work.jiwoo, bytes), await upload(work.jiwoo)];
      await work.later(8);
      await work.later(29);
      expect(await upload(work.jiwoo, bytes)).toBe(brought);
      const id = await work.jiwoo.create('Flow', canvasWith(named));
      await work.later(8);
      expect([await work.has(brought), await work.has(named)]).toEqual([true, true]);
      await work.jiwoo.delete(`/projects/${id}`);
      await operateTrash(['purge', String(id)], work.app.env);
      await work.later(8);
      await work.later(24);
      expect([await work.has(brought), await work.has(named)]).toEqual([false, true]);
      await work.later(8);
      expect(await work.has(named)).toBe(false);
    },
  );

  it.skipIf(sqliteIsEnough)('takes nothing from a member because another one drops it [COLLECT-1]', async () => {
    const work = await atWork();
    const bytes = await picture();
    const url = await upload(work.jiwoo, bytes);
    const seoyeon = await signIn(work.app.app, '서연');
    expect(await upload(seoyeon, bytes)).toBe(url);
    await seoyeon.create('Hers', canvasWith(url));
    await passMonth(work);
    expect(await work.has(url)).toBe(false);
    expect((await (await signIn(work.app.app, '서연')).get(url)).statusCode).toBe(200);
  });
});

describe('the collector at a member whose rows are damaged', () => {
  it('leaves their files alone, says so, and goes on with everybody else’s', async () => {
    const work = await atWork();
    const { jiwoo, app } = work;
    const { db, env, clock } = app;
    const inVersion = await upload(jiwoo);
    const kept = await jiwoo.create('Kept', canvasWith(inVersion));
    await jiwoo.post(`/projects/${kept}/versions`, { name: 'kept' });
    const whole = { pid: kept, name: 'Kept', timestamp: '', snapshot: emptyCanvas() };
    expect((await jiwoo.post(`/projects/${kept}`, whole)).statusCode).toBe(200);
    const { memberId } = (await jiwoo.get('/member')).json<{ memberId: string }>();
    const seoyeon = await signIn(app.app, '서연');
    const nobodys = await upload(seoyeon);
    await db
      .updateTable('canvas_text_part')
      .set({ part: 'no gzip' })
      .where('text_id', 'in', db.selectFrom('version_text').select('text_id'))
      .execute();
    const collect = async (days: number) => {
      clock.pass(days * DAY_MS);
      // It is looked at before all others.
      await db.updateTable('member_usage').set({ swept_at: '2000' }).where('member_id', '=', memberId).execute();
      return operateUsage(['collect'], env, clock);
    };
    await collect(8);
    const { code, lines } = await collect(31);
    expect([code, ...lines.slice(-2)]).toEqual([
      1,
      expect.stringContaining(`${memberId} could not be checked`),
      expect.stringMatching(/^1 files were collected/),
    ]);
    expect((await (await signIn(app.app, '서연')).get(nobodys)).statusCode).toBe(404);
    expect((await (await signIn(app.app, '지우')).get(inVersion)).statusCode).toBe(200);
    expect((await operateUsage(['collect'], env, clock)).lines).toEqual([
      expect.stringMatching(/^On \S+:$/),
      expect.stringMatching(/^0 files/),
    ]);
  });
});

/** The two pictures of a finished job of a deleted project. */
async function makeJob({ db, env, clock }: OpenApp, memberId: string): Promise<string[]> {
  const pictures = createPictures({ db, store: createFileStore(readDataSettings(env).storage), clock });
  const { url } = await pictures.storeMade(memberId, await picture());
  const { url: other } = await pictures.storeMade(memberId, await picture());
  const now = clock.now().toISOString();
  const job = { id: 'made', member_id: memberId, project_id: 1, number: 0, state: 'done' as const, url };
  await db
    .insertInto('job')
    .values({
      ...job,
      further: JSON.stringify([other]),
      started_at: now,
      lease_until: now,
      ended_at: now,
      node_id: null,
      message: null,
      code: null,
      retry_at: null,
      provider: null,
      model: null,
      input_tokens: null,
      output_tokens: null,
      cost_micros: null,
      idempotency_key: null,
      body_hash: null,
    })
    .execute();
  return [url, other];
}

/** A file that may be collected now, and a collector that calls `during` at each step. */
async function collectable(during: (step: string) => Promise<void> = () => Promise.resolve()) {
  const opened = await openApp();
  const jiwoo = await signIn(opened.app, '지우');
  const bytes = await picture();
  const url = await upload(jiwoo, bytes);
  const id = await jiwoo.create('Flow', canvasWith('first'));
  const { clock, db } = opened;
  const ask: StepRunner = async (name, input) => {
    await during(name);
    return COLLECT_STEPS[name](db, input);
  };
  const sweepWith = async (how: StepRunner): Promise<number> => {
    let collected = 0;
    for await (const swept of new Collector({ ask: how, clock }).sweep({ isDry: false })) collected += swept.collected;
    return collected;
  };
  await sweepWith((name, input) => COLLECT_STEPS[name](db, input));
  clock.pass(29 * DAY_MS);
  const back = await signIn(opened.app, '지우');
  clock.pass(2 * DAY_MS);
  return { ...opened, jiwoo: back, url, bytes, id, sweep: () => sweepWith(ask) };
}

type Collectable = Awaited<ReturnType<typeof collectable>>;
const ACTS = {
  brings: ({ jiwoo, bytes }: Collectable) => upload(jiwoo, bytes),
  names: ({ jiwoo, id, url }: Collectable) => jiwoo.patch(id, write(url)),
  creates: ({ jiwoo, url }: Collectable) => jiwoo.create('New', canvasWith(url)),
};

describe('the collector beside people at work', () => {
  it('collects nothing that is brought, or named, while it reads and before it deletes [COLLECT-4]', async () => {
    for (const step of ['projectReferences', 'rowReferences', 'changeFiles']) {
      for (const [what, act] of Object.entries(ACTS)) {
        let acted: Promise<unknown> | undefined;
        const work = await collectable(async (name) => {
          if (name === step) await (acted ??= act(work));
        });
        expect([step, what, await work.sweep()]).toEqual([step, what, 0]);
        expect((await work.jiwoo.get(work.url)).statusCode).toBe(200);
      }
    }
  });

  it('adds up revisions that are more together than a number holds, as those of thousands of projects in a restored database [COLLECT-1]', async () => {
    const { sweep, jiwoo, db } = await collectable();
    await db.updateTable('project').set({ revision: Number.MAX_SAFE_INTEGER }).execute();
    for (const name of ['Rivers', 'Lakes']) await jiwoo.create(name);
    expect(await sweep()).toBe(1);
  });

  it('of several servers at once each file is collected by one [COLLECT-4]', async () => {
    const { sweep, jiwoo, url, bytes } = await collectable();
    const collected = await Promise.all([sweep(), sweep()]);
    expect(collected[0] + collected[1]).toBe(1);
    expect(await usedBytes(jiwoo)).toBeGreaterThanOrEqual(0);
    expect((await jiwoo.get(url)).statusCode).toBe(404);
    expect(await upload(jiwoo, bytes)).toBe(url);
    expect((await jiwoo.get(url)).statusCode).toBe(200);
  });
});

describe('the collector among very many rows', () => {
  it(`reads no whole table and asks once a step, with ${ROWS_TO_PLAN} of each [COLLECT-7]`, async () => {
    const opened = await openApp();
    const jiwoo = await signIn(opened.app, '지우');
    const { memberId } = (await jiwoo.get('/member')).json<{ memberId: string }>();
    await jiwoo.create('Flow', canvasWith('first'));
    await writeManyRows(opened.db, memberId, { projects: ROWS_TO_PLAN, files: ROWS_TO_PLAN });
    await makeJob(opened, memberId);
    const now = opened.clock.now().toISOString();
    const state = { projects: 0, idSum: 0, revisionSum: 0n, snapshotSum: 0n };
    // All of a member's projects are read when one of their files is collected.
    const another = await signIn(opened.app, '서연');
    const other = (await another.get('/member')).json<{ memberId: string }>().memberId;
    await another.create('Hers');
    await sql`analyze`.execute(opened.db);
    const place = { revision: null, textId: '' };
    const files = { referenced: ['5'], unreferenced: ['6'], collected: ['7'] };
    const steps: readonly [statements: number, step: (db: OpenApp['db']) => Promise<unknown>][] = [
      [1, (db) => COLLECT_STEPS.dueMember(db, { until: now, after: null })],
      [1, (db) => COLLECT_STEPS.projectStamps(db, { memberId, after: FIRST_ID + ROWS_TO_PLAN / 2 })],
      [1, (db) => COLLECT_STEPS.projectReferences(db, { memberId, projectId: FIRST_ID, place: PROJECT_BEGIN })],
      [3, (db) => COLLECT_STEPS.projectReferences(db, { memberId, projectId: FIRST_ID, place })],
      [2, (db) => COLLECT_STEPS.rowReferences(db, { memberId, column: 0, after: '' })],
      [2, (db) => COLLECT_STEPS.rowReferences(db, { memberId, column: 3, after: '' })],
      [1, (db) => COLLECT_STEPS.ownedFiles(db, { memberId, after: '5' })],
      [5, (db) => COLLECT_STEPS.changeFiles(db, { memberId: other, ...files, state, now, until: now })],
    ];
    for (const [index, [most, step]] of steps.entries()) {
      const { steps: plan, statements } = await plansOf(opened, step);
      expect([index, wholeTables(plan)]).toEqual([index, []]);
      expect(statements).toBeLessThanOrEqual(most);
    }
  });
});

describe('npm run usage', () => {
  it('shows the members with the most storage, and the files that would be collected, and changes nothing [COLLECT-5]', async () => {
    const work = await atWork();
    const { jiwoo } = work;
    await signIn(work.app.app, '서연').then((seoyeon) => seoyeon.create('Hers', canvasWith('x'.repeat(2 ** 20))));
    const url = await upload(jiwoo);
    const { env, clock } = work.app;
    const top = await operateUsage(['top'], env, clock);
    expect(top.code).toBe(0);
    expect(top.lines.map((line) => line.split('\t').slice(1).join(' '))).toEqual([
      'takes projects pictures name',
      '1.0 MiB 1 0 서연',
      '0.0 MiB 0 1 지우',
      '',
    ]);
    expect(top.lines.at(-1)).toBe('2 members take 1.0 MiB together');
    await work.later(8);
    clock.pass(31 * DAY_MS);
    const dry = await operateUsage(['collect', '--dry-run'], env, clock);
    expect(dry.lines.at(-1)).toMatch(/^1 files \(0\.0 MiB\) would be collected; 1 /);
    expect(await inStore(work.app, url)).not.toBeNull();
    expect((await operateUsage(['collect'], env, clock)).lines.at(-1)).toMatch(/^1 files were collected/);
    expect((await operateUsage(['collect', '--dry-run'], env, clock)).lines.at(-1)).toMatch(/^0 files/);
    for (const words of [[], ['top', '--dry-run'], ['collect', 'all'], ['empty']]) {
      expect((await operateUsage(words, env, clock)).lines).toEqual([expect.stringMatching(/^usage: /)]);
    }
  });

  it.skipIf(sqliteIsEnough)(
    'reports in /metrics the storage of all members and of files without a reference [COLLECT-6]',
    async () => {
      const work = await atWork();
      const bytes = await picture();
      await upload(work.jiwoo, bytes);
      await work.jiwoo.create();
      await work.restartedLater(8);
      const { body } = await work.app.app.inject('/metrics');
      const figure = (name: string) => Number(new RegExp(`^${name} (\\d+)$`, 'm').exec(body)?.[1]);
      expect(figure('usage_members')).toBe(1);
      expect(figure('usage_projects')).toBe(1);
      expect(figure('usage_bytes')).toBe(await usedBytes(work.jiwoo));
      expect(figure('usage_bytes_max')).toBe(figure('usage_bytes'));
      expect(figure('files_unreferenced')).toBe(1);
      expect(figure('files_unreferenced_bytes')).toBe(bytes.byteLength);
    },
  );
});
