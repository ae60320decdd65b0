import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { SMALL_MAX_BYTES } from '../../../../server/canvas/readPatch';
import { DAY_MS, openApp } from '../../support/openApp';
import { Person, signIn, textNode } from '../../support/Person';
import { pond, push, river, write } from './support/canvases';
import { rows } from './support/rows';
import { tasksOf } from './support/tasksOf';
import { longestJson } from './support/longestJson';

afterEach(() => vi.restoreAllMocks());

describe('a patch that takes long', () => {
  it('is read, checked and applied outside the main thread, and others are answered meanwhile', async () => {
    const { app, dataDir, reopen } = await openApp();
    const [jiwoo, minho] = [await signIn(app), await signIn(app, '민호')];
    const kept = 'x'.repeat(200_000);
    const id = await jiwoo.create('Flow', { ...river, kept });
    const other = await minho.create('Flow', pond);
    const sea = Array.from({ length: 20_000 }, () => ({ a: 1 }));
    const boats = Array.from({ length: 1200 }, (_, index) => textNode(`boat${index}`, '바다'));
    const patches = [
      // Long by one value, and by many.
      [{ op: 'add', path: '/sea', value: sea }, ...write(7, '바다')],
      boats.map((value) => ({ op: 'add', path: '/nodes/-', value })),
      // Short, but a lot of work.
      [{ op: 'copy', from: '', path: '/copy' }],
      [{ op: 'move', from: '/nodes', path: '/nodes' }],
      Array.from({ length: 2000 }, () => ({ op: 'move', from: '/nodes/0', path: '/nodes/3999' })),
    ].map((patch) => JSON.stringify(patch));

    const longest = longestJson();
    let answered = 0;
    for (const patch of patches) {
      const done = new AbortController();
      const patched = jiwoo.patch(id, patch).finally(() => done.abort());
      while (!done.signal.aborted) {
        const saved = await minho.patch(other, [{ op: 'replace', path: '/nodes/0/data/value', value: `${answered}` }]);
        answered += Number(saved.statusCode === 200);
        // Asking without a pause would take the time that the patch needs.
        await sleep(20);
      }
      expect((await patched).statusCode).toBe(200);
    }
    expect(longest()).toBeLessThan(SMALL_MAX_BYTES);
    expect(answered).toBeGreaterThan(3 * patches.length);
    expect(await tasksOf(app)).toMatchObject({ 'checkPatch worker': 2, 'patch worker': patches.length });
    // The log has only a reference to a long patch.
    const logged = `from patch_log where project_id = ${id}`;
    expect(rows(dataDir, `select max(octet_length(patch)) as longest, count(text_id) as long ${logged}`)).toMatchObject(
      [
        {
          longest: Math.max(...patches.map((patch) => patch.length).filter((bytes) => bytes <= SMALL_MAX_BYTES)),
          long: 2,
        },
      ],
    );

    const nodes = [...river.nodes.with(7, textNode('n7', '바다')), ...boats];
    const copy = { ...river, nodes, kept, sea };
    const moved = [...nodes.slice(2000, 4000), ...nodes.slice(0, 2000), ...boats];
    const inMemory = await jiwoo.canvas(id);
    expect(inMemory).toEqual({ ...copy, nodes: moved, copy });
    const back = new Person((await reopen()).app, jiwoo.cookie);
    expect(await back.canvas(id)).toEqual(inMemory);
  });

  it('leaves no text when its log is compacted, its canvas replaced or its project gone for good', async () => {
    const { app, dataDir, reopen } = await openApp({ TRASH_DAYS: '0' });
    const jiwoo = await signIn(app);
    const [compacted, replaced, gone] = [
      await jiwoo.create('Compacted', pond),
      await jiwoo.create('Replaced', pond),
      await jiwoo.create('Gone', pond),
    ];
    const long = (id: number) => jiwoo.patch(id, [{ op: 'add', path: '/long', value: 'x'.repeat(1_500_000) }]);
    for (const id of [compacted, compacted, compacted, replaced, gone]) expect((await long(id)).statusCode).toBe(200);
    expect((await jiwoo.post(`/projects/${replaced}`, push(replaced, pond), { 'if-match': '"2"' })).statusCode).toBe(
      200,
    );
    expect((await jiwoo.delete(`/projects/${gone}`)).statusCode).toBe(204);
    // The end waits for what is going.
    await reopen();
    expect(rows(dataDir, 'select revision from snapshot order by project_id')).toEqual([
      { revision: 4 },
      { revision: 3 },
    ]);
    const named = ['snapshot', 'version_text', 'patch_log'].map(
      (table) => `select text_id from ${table} where text_id is not null`,
    );
    expect(rows(dataDir, `select bytes from canvas_text where id not in (${named.join(' union ')})`)).toEqual([]);
  });

  it('is refused for the same reasons as a short one, whole', async () => {
    const { app } = await openApp();
    const jiwoo = await signIn(app);
    const [id, empty] = [await jiwoo.create('Flow', river), await jiwoo.create('Flow', '')];
    const long = { op: 'add', path: '/long', value: 'x'.repeat(200_000) };
    const refused = async (pid: number, patch: unknown, headers?: Record<string, string>) => {
      const answer = await jiwoo.patch(pid, patch, headers);
      return [answer.statusCode, answer.json<{ code: string }>().code];
    };
    expect([
      await refused(id, [long, { op: 'test', path: '/nodes/0/id', value: 'x' }]),
      await refused(id, [long, { op: 'remove', path: '/nodes/9999' }]),
      await refused(id, [long, { op: 'add', path: '/nodes/-', value: textNode('n42') }]),
      await refused(id, [long, { op: 'add', path: '/constructor', value: 1 }]),
      await refused(id, [long, ...Array.from({ length: 200 }, () => ({ op: 'copy', from: '/long', path: '/copy' }))]),
      await refused(id, [long, { op: 'merge', path: '/nodes' }]),
      await refused(id, `[${JSON.stringify(long)}`),
      await refused(id, `[{"op":"add","path":"/x","value":${'['.repeat(100_000)}${']'.repeat(100_000)}}]`),
      await refused(id, [long], { 'if-match': '"9"' }),
      await refused(empty, [long]),
      await refused(99, [long]),
      await refused(id, [{ op: 'test', path: '/nodes', value: [] }]),
    ]).toEqual([
      [409, 'testFailed'],
      [409, 'pathMissing'],
      [422, 'invalidSnapshot'],
      [422, 'forbiddenPath'],
      [413, 'patchTooLarge'],
      [400, 'notAPatch'],
      [400, 'invalidJson'],
      [413, 'jsonTooDeep'],
      [412, 'revisionBehind'],
      [409, 'noCanvas'],
      [404, 'projectNotFound'],
      [409, 'testFailed'],
    ]);
    // An empty one stays one, however long it is.
    expect((await jiwoo.patch(id, `[${' '.repeat(200_000)}]`)).json()).toMatchObject({ revision: 1 });
    const key = { 'idempotency-key': 'one' };
    expect((await jiwoo.patch(id, [long], key)).json()).toMatchObject({ revision: 2 });
    expect((await jiwoo.patch(id, [long], key)).json()).toMatchObject({ revision: 2 });
    expect(await jiwoo.canvas(id)).toEqual({ ...river, long: long.value });
  });

  it('is kept for as long as the log has it, and no longer', async () => {
    const first = await openApp();
    const { clock, dataDir } = first;
    const jiwoo = await signIn(first.app);
    const id = await jiwoo.create('Flow', pond);
    const long = '강물 "🌊"'.repeat(20_000);
    expect((await jiwoo.patch(id, [{ op: 'add', path: '/long', value: long }])).statusCode).toBe(200);
    const [{ text_id: text }] = rows(dataDir, 'select text_id from patch_log') as [{ text_id: string }];
    const kept = (): unknown[] => rows(dataDir, `select number from canvas_text_part where text_id = '${text}'`);

    clock.pass(DAY_MS);
    const second = await first.reopen();
    const back = new Person(second.app, jiwoo.cookie);
    expect(await back.canvas(id)).toEqual({ ...pond, long });
    expect(kept()).toHaveLength(2);
    expect((await back.post(`/projects/${id}`, push(id, pond))).statusCode).toBe(200);
    expect(rows(dataDir, 'select text_id from patch_log')).toEqual([]);
    // The end waits for what is going.
    const third = await second.reopen();
    expect(kept()).toEqual([]);
    expect(await new Person(third.app, jiwoo.cookie).canvas(id)).toEqual(pond);
  });
});
