import { sql } from 'kysely';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { operateTrash } from '../../../scripts/trash/operateTrash';
import { TakeStore } from '../../../server/takes/TakeStore';
import type { Take, TakePage } from '../../../src/api/contractTakes';
import { plainPicture, FakeImageEngine } from '../generation/support/FakeImageEngine';
import { openEngineApp, type EngineApp } from '../generation/support/openEngineApp';
import { writeManyTakes } from '../support/manyTakes';
import { DAY_MS } from '../support/openApp';
import { plansOf, ROWS_TO_PLAN, wholeTables } from '../support/planOf';
import { emptyCanvas, signIn, type Person } from '../support/Person';
import { tidyHere } from '../support/tidyHere';
import { sqliteIsEnough } from '../support/sqliteIsEnough';

/** Twice as many as are looked through word by word. */
const MANY = Math.max(ROWS_TO_PLAN, 4_000);

const words = (content: string): object => ({ type: 'text_prompt', content });

interface TakesApp extends EngineApp {
  readonly imageEngine: FakeImageEngine;
}

async function open(env = {}): Promise<TakesApp> {
  const imageEngine = new FakeImageEngine('offline', { aspectRatios: ['16:9'], countMax: 1 });
  return { ...(await openEngineApp(imageEngine, { GENERATE_PER_MINUTE: '1000', ...env })), imageEngine };
}

let colours = 0;
/** Runs a node; each picture has another colour. */
async function run({ person, projectId, imageEngine }: TakesApp, nodes: object[], more: object = {}): Promise<void> {
  const asked = person.post('/nodes/generate/image', { projectId, nodeId: 'image-1', nodes, ...more });
  colours += 1;
  await imageEngine.finish(imageEngine.orders.length, `#${(colours * 4099).toString(16).padStart(6, '0')}`);
  expect((await asked).statusCode).toBe(200);
}

const page = async (person: Person, path: string): Promise<TakePage> => {
  const answer = await person.get(path);
  expect(answer.statusCode).toBe(200);
  return answer.json();
};
const takesOf = async ({ person, projectId }: EngineApp, query = ''): Promise<Take[]> =>
  (await page(person, `/projects/${projectId}/takes${query}`)).takes;
const found = async (person: Person, q: string): Promise<(number | undefined)[]> =>
  (await page(person, `/takes?q=${encodeURIComponent(q)}`)).takes.map(({ id }) => id);

describe('a finished picture of a node', () => {
  it('stays as a take with the exact request that made it, the newest first [TAKE-1]', async () => {
    const engineApp = await open();
    const { person } = engineApp;
    const uploaded = await person.upload('POST', '/files', 'file', await plainPicture('#aa3311'));
    const { url } = uploaded.json<{ url: string }>();
    const inline = await plainPicture('#118833');
    await run(engineApp, [words('고요한 호수')]);
    const dataUrl = { type: 'image_prompt', content: `data:image/png;base64,${inline.toString('base64')}` };
    await run(engineApp, [words('a fox'), { type: 'image_prompt', content: url }, dataUrl], {
      number: 2,
      aspectRatio: '16:9',
    });
    await run(engineApp, [words('elsewhere')], { nodeId: 'image-2' });
    await run(engineApp, [words('of no node')], { nodeId: undefined });

    const [elsewhere, fox, lake, ...none] = await takesOf(engineApp);
    expect(none).toEqual([]);
    expect(fox).toMatchObject({
      projectId: engineApp.projectId,
      nodeId: 'image-1',
      number: 2,
      model: 'fake-image-1',
      rating: null,
      recipe: { model: 'Gemini-2.5-flash', settings: { aspectRatio: '16:9' } },
    });
    const [, , kept] = fox?.recipe?.items ?? [];
    const keptUrl = kept?.type === 'image_prompt' ? kept.content : '';
    expect(fox?.recipe?.items.slice(0, 2)).toEqual([words('a fox'), { type: 'image_prompt', content: url }]);
    // A picture sent as a data URL is kept like an upload.
    expect((await person.get(keptUrl)).rawPayload).toEqual(inline);
    expect(await takesOf(engineApp, '?nodeId=image-2')).toEqual([elsewhere]);
    const first = await page(person, `/projects/${engineApp.projectId}/takes?limit=2`);
    expect(first.takes).toEqual([elsewhere, fox]);
    expect(await takesOf(engineApp, `?limit=2&before=${first.next}`)).toEqual([lake]);
    expect((await page(person, `/projects/${engineApp.projectId}/takes?limit=3`)).next).toBeNull();

    // Asks which take made this picture.
    expect((await person.get(`${fox?.url}/takes`)).json()).toEqual([fox]);
    const stranger = await signIn(engineApp.app, '다른 사람');
    expect((await stranger.get(`${fox?.url}/takes`)).statusCode).toBe(404);
    expect((await page(stranger, '/takes')).takes).toEqual([]);
  });

  it('is lost neither with its node nor with the canvas, and comes back with its project [TAKE-2]', async () => {
    const engineApp = await open();
    const { person, projectId } = engineApp;
    await run(engineApp, [words('고요한 호수')]);
    const before = await takesOf(engineApp);
    expect(before).toHaveLength(1);
    const whole = { pid: projectId, name: '흐름', timestamp: '', snapshot: emptyCanvas() };
    expect((await person.post(`/projects/${projectId}`, whole)).statusCode).toBe(200);
    expect(await takesOf(engineApp)).toEqual(before);
    await person.delete(`/projects/${projectId}`);
    expect((await page(person, '/takes')).takes).toEqual([]);
    await operateTrash(['restore', String(projectId)], engineApp.env);
    expect(await takesOf(engineApp)).toEqual(before);
    await person.delete(`/projects/${projectId}`);
    await operateTrash(['purge', String(projectId)], engineApp.env);
    expect(await engineApp.db.selectFrom('take').select('id').execute()).toEqual([]);
  });

  it('is rated, rejected and found by its rating [TAKE-3]', async () => {
    const engineApp = await open();
    const { person } = engineApp;
    for (const content of ['one', 'two', 'three']) await run(engineApp, [words(content)]);
    const [three, two, one] = await takesOf(engineApp);
    expect((await person.send({ method: 'PATCH', url: `/takes/${one?.id}`, payload: { rating: 5 } })).json()).toEqual({
      ...one,
      rating: 5,
    });
    await person.send({ method: 'PATCH', url: `/takes/${two?.id}`, payload: { rating: -1 } });
    await person.send({ method: 'PATCH', url: `/takes/${three?.id}`, payload: { rating: 3 } });
    expect((await takesOf(engineApp, '?ratingMin=4')).map(({ id }) => id)).toEqual([one?.id]);
    expect((await page(person, '/takes?ratingMin=1')).takes.map(({ rating }) => rating)).toEqual([3, 5]);
    for (const rating of [0, 6, -2, 1.5, '5']) {
      const answer = await person.send({ method: 'PATCH', url: `/takes/${one?.id}`, payload: { rating } });
      expect(answer.statusCode).toBe(400);
    }
    const stranger = await signIn(engineApp.app, '다른 사람');
    const theirs = await stranger.send({ method: 'PATCH', url: `/takes/${one?.id}`, payload: { rating: 1 } });
    expect(theirs.statusCode).toBe(404);
  });

  it('can be brought back for as long as a project, and then is gone for good [TAKE-4]', async () => {
    const engineApp = await open();
    const { person, clock } = engineApp;
    await run(engineApp, [words('one')]);
    await run(engineApp, [words('two')]);
    const [two, one] = await takesOf(engineApp);
    for (const { id } of [one, two] as Take[]) expect((await person.delete(`/takes/${id}`)).statusCode).toBe(204);
    expect((await person.delete(`/takes/${one?.id}`)).statusCode).toBe(404);
    expect(await takesOf(engineApp)).toEqual([]);
    expect(await found(person, 'one')).toEqual([]);
    clock.pass(29 * DAY_MS);
    const later = await signIn(engineApp.app);
    expect((await later.post(`/takes/${one?.id}/restore`)).json()).toEqual(one);
    clock.pass(DAY_MS);
    expect((await (await signIn(engineApp.app)).post(`/takes/${two?.id}/restore`)).statusCode).toBe(404);
    await engineApp.tidy();
    expect(await engineApp.db.selectFrom('take').select('id').execute()).toEqual([{ id: one?.id }]);
  });
});

describe('the picture of a take', () => {
  it.skipIf(sqliteIsEnough)(
    'is kept while the take can come back, and frees its bytes after that [TAKE-8]',
    async () => {
      let engineApp = await open();
      const uploaded = await engineApp.person.upload('POST', '/files', 'file', await plainPicture('#aa3311'));
      const { url: input } = uploaded.json<{ url: string }>();
      // Requests with an empty picture have no key.
      const empty = { type: 'image_prompt', content: '' };
      await run(engineApp, [words('one'), { type: 'image_prompt', content: input }, empty]);
      await run(engineApp, [words('two')]);
      const [two, one] = await takesOf(engineApp);
      const later = async (days: number): Promise<void> => {
        engineApp.clock.pass(days * DAY_MS);
        await tidyHere(engineApp);
        engineApp = { ...engineApp, person: await signIn(engineApp.app) };
      };
      const isKept = async (url = ''): Promise<boolean> => (await engineApp.person.get(url)).statusCode === 200;
      await later(8);
      await later(40);
      expect([await isKept(one?.url), await isKept(input), await isKept(two?.url)]).toEqual([true, true, true]);
      await engineApp.person.delete(`/takes/${one?.id}`);
      await later(29);
      expect((await engineApp.person.post(`/takes/${one?.id}/restore`)).statusCode).toBe(200);
      await engineApp.person.delete(`/takes/${one?.id}`);
      await later(31);
      await later(8);
      await later(31);
      expect([await isKept(one?.url), await isKept(input), await isKept(two?.url)]).toEqual([false, false, true]);
      await engineApp.person.delete(`/projects/${engineApp.projectId}`);
      await operateTrash(['purge', 'all'], engineApp.env);
      await later(8);
      await later(31);
      expect((await engineApp.person.get('/member/usage')).json()).toMatchObject({ bytes: 0, projects: 0 });
    },
  );
});

describe('the library', () => {
  it('is searched by beginnings of words, Korean syllables that are still being typed, and initials [TAKE-5]', async () => {
    const engineApp = await open();
    const { person } = engineApp;
    await run(engineApp, [words('비 오는 골목의 길고양이, 수채화')]);
    const group = { type: 'category_prompt', key: '색', value: ['파랑', 'Deep Teal'] };
    await run(engineApp, [words('강아지'), { type: 'group', contents: [group] }]);
    const [dog, cat] = (await takesOf(engineApp)).map(({ id }) => id);
    for (const q of [
      '길고양이',
      '고양이',
      '고양',
      'ㄱㄱㅇㅇ',
      '수채',
      'ㅅㅊㅎ',
      '골목 고야',
      '고ㅇ',
      '공',
      '비 오',
      '  길고양이,수채화 ',
    ]) {
      expect([q, await found(person, q)]).toEqual([q, [cat]]);
    }
    for (const q of ['teal', 'DEEP te', '파ㄹ', 'ㄱㅇㅈ', '색'])
      expect([q, await found(person, q)]).toEqual([q, [dog]]);
    for (const q of ['강아지 고양이', 'eal', '%', "'", '" OR 1', '없는말']) {
      expect([q, await found(person, q)]).toEqual([q, []]);
    }
    expect(await found(person, '')).toEqual([dog, cat]);
    expect(await found(person, 'gemini')).toEqual([dog, cat]);
    const elsewhere = await person.create();
    expect((await page(person, `/takes?projectId=${elsewhere}`)).takes).toEqual([]);
    expect((await page(person, `/takes?projectId=${engineApp.projectId}&model=fake-image-1`)).takes).toHaveLength(2);
    expect((await page(person, '/takes?model=another')).takes).toEqual([]);
    const tomorrow = encodeURIComponent('2026-11-22T03:00:00+09:00');
    expect((await page(person, `/takes?to=${tomorrow}`)).takes).toHaveLength(2);
    expect((await page(person, '/takes?from=0000-01-01T00:00:00Z&to=9999-12-31T23:59:59Z')).takes).toHaveLength(2);
    expect((await page(person, `/takes?from=${tomorrow}`)).takes).toEqual([]);
    expect((await person.get('/takes?from=yesterday')).statusCode).toBe(400);
    expect((await person.get('/takes?before=x')).statusCode).toBe(400);
  });

  it('finds the takes of a time, also beside one that was made while the clock was wrong [TAKE-5]', async () => {
    const { db, person, projectId } = await open();
    const { memberId } = (await person.get('/member')).json<{ memberId: string }>();
    await writeManyTakes(db, { memberId, projectId, from: 1, count: 10 });
    const made = (id: number, time: string) =>
      db.updateTable('take').set({ created_at: time }).where('id', '=', id).execute();
    for (let id = 1; id <= 10; id += 1) await made(id, `2026-11-${10 + id}T00:00:00.000Z`);
    const ids = async (query: string) => (await page(person, `/takes?${query}`)).takes.map(({ id }) => id);
    await made(4, '2027-11-14T00:00:00.000Z');
    expect(await ids('to=2026-11-20T12:00:00Z')).toEqual([10, 9, 8, 7, 6, 5, 3, 2, 1]);
    expect(await ids('from=2026-11-15T12:00:00Z')).toEqual([10, 9, 8, 7, 6, 4]);
    await made(9, '1970-01-01T00:00:00.000Z');
    expect(await ids('from=2026-11-17T12:00:00Z')).toEqual([10, 8, 4]);
    expect(await ids('from=2026-11-12T12:00:00Z&to=2026-11-17T12:00:00Z')).toEqual([7, 6, 5, 3]);
    expect(await ids('to=2026-11-12T12:00:00Z')).toEqual([9, 2, 1]);
  });

  it('has at most 16 KiB of words for a take, from the beginning of its prompt [TAKE-5]', async () => {
    const engineApp = await open();
    const { db, person } = engineApp;
    const long = Array.from({ length: 200 }, (_word, at) => `${'뷁'.repeat(36)}${String.fromCodePoint(0xac00 + at)}`);
    await run(engineApp, [words(['등대', ...long].join(' '))]);
    const take = await db.selectFrom('take').select(['id', 'words']).executeTakeFirstOrThrow();
    expect(Buffer.byteLength(take.words)).toBeLessThanOrEqual(16 * 1024);
    expect(await found(person, '등대')).toEqual([take.id]);
    expect(await found(person, long[0] ?? '')).toEqual([take.id]);
  });

  it('finds by index what few of very many takes have, and among the newest what many have [TAKE-6]', async () => {
    const engineApp = await open();
    const { person, db, projectId } = engineApp;
    const { memberId } = (await person.get('/member')).json<{ memberId: string }>();
    const other = await signIn(engineApp.app, '다른 사람');
    const { memberId: otherId } = (await other.get('/member')).json<{ memberId: string }>();
    await writeManyTakes(db, { memberId, projectId, from: 1000, count: MANY });
    await writeManyTakes(db, { memberId: otherId, projectId: await other.create(), from: 100_000, count: 2_000 });
    await sql`analyze`.execute(db);
    const ids = async (query: string) => (await page(person, `/takes?${query}`)).takes.map(({ id }) => id - 1000);
    expect(await ids('q=은하수')).toEqual(Array.from({ length: MANY / 1000 }, (_id, back) => MANY - 993 - back * 1000));
    expect(await ids(`q=seed${MANY - 2_766}`)).toEqual([MANY - 2_766]);
    expect(await ids('q=ㅅㄸㄱ&limit=2')).toEqual([MANY - 1, MANY - 11]);
    expect(await ids('q=은하수&limit=2&before=4000')).toEqual([2007, 1007]);
    expect(await ids('ratingMin=5&limit=2')).toEqual([MANY - 497, MANY - 997]);

    const rare = [{ model: 'rare' }, { from: '2026-12-01T00:00:00Z' }, { to: '2025-12-01T00:00:00Z' }];
    for (const query of [{ q: '은하수' }, { q: 'seed1234' }, { q: '고양' }, { ratingMin: 5 }, {}, ...rare]) {
      const { steps, statements } = await plansOf(engineApp, (watched) =>
        new TakeStore({ db: watched, clock: engineApp.clock, days: 30 }).search(memberId, query),
      );
      expect({ query, whole: wholeTables(steps) }).toEqual({ query, whole: [] });
      expect(statements).toBeLessThanOrEqual(2);
    }
  });
});

describe('a small version of a picture', () => {
  it.skipIf(sqliteIsEnough)(
    'is a WebP of at most that size, upright, for its owner alone and for good [TAKE-7]',
    async () => {
      const { person, app } = await open();
      const large = await sharp({ create: { width: 1600, height: 800, channels: 3, background: '#336699' } })
        .jpeg()
        .withMetadata({ orientation: 6 })
        .toBuffer();
      const { url } = (await person.upload('POST', '/files', 'file', large)).json<{ url: string }>();
      for (const [size, width, height] of [
        ['256', 128, 256],
        ['1024', 512, 1024],
      ] as const) {
        const [answer, again] = await Promise.all([
          person.get(`${url}?size=${size}`),
          person.get(`${url}?size=${size}`),
        ]);
        expect(answer.headers['content-type']).toBe('image/webp');
        expect(answer.headers['cache-control']).toContain('immutable');
        expect(await sharp(answer.rawPayload).metadata()).toMatchObject({ format: 'webp', width, height });
        expect(again.rawPayload).toEqual(answer.rawPayload);
      }
      expect((await person.get(url)).rawPayload).toEqual(large);
      expect((await person.get(`${url}?size=300`)).statusCode).toBe(400);
      const stranger = await signIn(app, '다른 사람');
      expect((await stranger.get(`${url}?size=256`)).statusCode).toBe(404);
    },
  );
});
