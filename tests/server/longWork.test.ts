import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import Sqlite from 'libsql';
import Piscina from 'piscina';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { PATCH_MAX_BYTES } from '../../src/api/contract';
import { SMALL_MAX_BYTES } from '../../server/projects/work/smallMaxBytes';
import { DAY_MS, openApp } from './support/openApp';
import { Person, emptyCanvas, signIn, textNode } from './support/Person';

/** About 1 MB in 4,000 nodes. */
const river = {
  ...emptyCanvas(),
  nodes: Array.from({ length: 4000 }, (_, index) => textNode(`n${index}`, '강물이 흐른다 '.repeat(8))),
  edges: Array.from({ length: 4000 }, (_, index) => ({ id: `e${index}`, source: `n${index}`, target: 'n0' })),
};
const HOUR_MS = 60 * 60 * 1000;
const pond = { ...emptyCanvas(), nodes: [textNode('pond')] };
const push = (pid: number, snapshot: object): object => ({ pid, name: 'Flow', timestamp: '', snapshot });
const write = (index: number, value: string): object[] => [
  { op: 'test', path: `/nodes/${index}/id`, value: `n${index}` },
  { op: 'replace', path: `/nodes/${index}/data/value`, value },
];

afterEach(() => vi.restoreAllMocks());

/** How often each task was done, by the thread that did it: `fold worker`. */
async function tasksOf(app: FastifyInstance): Promise<Record<string, number>> {
  const { body } = await app.inject('/metrics');
  const lines = body.matchAll(/^canvas_tasks_total\{task="(\w+)",thread="(\w+)"\} (\d+)$/gm);
  return Object.fromEntries([...lines].map(([, task, thread, count]) => [`${task} ${thread}`, Number(count)]));
}

/** The longest text that this thread has parsed or written as JSON since. */
function watchJson(): () => number {
  const [parse, stringify] = [vi.spyOn(JSON, 'parse'), vi.spyOn(JSON, 'stringify')];
  return () => {
    const texts = [...parse.mock.calls.map(([text]) => text), ...stringify.mock.results.map(({ value }) => value)];
    vi.restoreAllMocks();
    return Math.max(0, ...texts.map((text: unknown) => (typeof text === 'string' ? text.length : 0)));
  };
}

/** The worker threads that get the next order die with it. */
function killNextWorker(): void {
  const { run } = Piscina.prototype;
  vi.spyOn(Piscina.prototype, 'run').mockImplementationOnce(function (this: Piscina, ...order) {
    const answer = run.apply(this, order);
    for (const thread of this.threads) void thread.terminate();
    return answer;
  });
}

/** A body as it may arrive, also in the midst of a character. */
function inPieces(body: string): Readable {
  const bytes = Buffer.from(body);
  const size = Math.ceil(bytes.length / 30);
  return Readable.from(Array.from({ length: 30 }, (_, piece) => bytes.subarray(piece * size, (piece + 1) * size)));
}

const keep = (bytes: number): string => JSON.stringify([{ op: 'add', path: '/kept', value: 'x'.repeat(bytes) }]);

/** Asks the database behind the server's back. */
function rows(dataDir: string, query: string): unknown[] {
  const disk = new Sqlite(join(dataDir, 'mulgil.db'));
  try {
    return disk.prepare(query).all();
  } finally {
    disk.close();
  }
}

/** Starting a thread takes its time on a busy machine. */
const TIMEOUT_MS = 120_000;

describe('a large canvas', { timeout: TIMEOUT_MS }, () => {
  it('is parsed, checked, written and read beside the thread that answers everybody', async () => {
    const { app } = await openApp();
    const jiwoo = await signIn(app);
    const canvas = JSON.stringify(river);
    const body = JSON.stringify({ name: 'Flow', canvas });
    const pushed = JSON.stringify(push(1, river));

    const longest = watchJson();
    const created = await jiwoo.post('/projects', body, { 'content-type': 'application/json' });
    const replaced = await jiwoo.post('/projects/1', pushed, { 'content-type': 'application/json' });
    const patched = await jiwoo.patch(1, write(3999, '바다'), { 'if-match': '"2"' });
    const opened = await jiwoo.get('/projects/1', { accept: 'application/json-seq' });
    // Two thousand names at a time are the most that is read here.
    expect(longest()).toBeLessThan(40_000);

    expect([created, replaced, patched, opened].map((answer) => answer.statusCode)).toEqual([201, 200, 200, 200]);
    const expected = structuredClone(river);
    Object.assign(expected.nodes[3999] ?? {}, textNode('n3999', '바다'));
    expect(JSON.parse(opened.body.split('\u001E')[2] ?? '')).toEqual(expected);
    expect(await tasksOf(app)).toEqual({
      'checkCreated worker': 1,
      'checkPushed worker': 1,
      'write worker': 2,
      'settle worker': 1,
      'drop worker': 1,
      'open worker': 1,
      'read worker': 1,
    });
  });

  it('may come in pieces, and nobody has to know beforehand how many', async () => {
    const { app } = await openApp();
    const jiwoo = await signIn(app);
    const send = (method: 'POST' | 'PATCH', url: string, type: string, body: string) =>
      app.inject({ method, url, headers: { cookie: jiwoo.cookie, 'content-type': type }, payload: inPieces(body) });

    const whole = JSON.stringify({ name: 'Flow', canvas: JSON.stringify(river) });
    const created = await send('POST', '/projects', 'application/json', whole);
    expect(created.statusCode).toBe(201);
    const answers = [
      await send('PATCH', '/projects/1/canvas', 'application/json-patch+json', keep(PATCH_MAX_BYTES)),
      await send('PATCH', '/projects/1/canvas', 'application/json-patch+json', keep(300_000)),
    ];
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([413, 200]);
    expect(await jiwoo.canvas(1)).toEqual({ ...river, kept: 'x'.repeat(300_000) });
  });

  it('of a few nodes stays where it is: the way to another thread would cost more', async () => {
    const { app } = await openApp();
    const jiwoo = await signIn(app);
    const id = await jiwoo.create('Flow', pond);
    await jiwoo.post(`/projects/${id}`, push(id, pond));
    await jiwoo.patch(id, [{ op: 'replace', path: '/nodes/0/data/value', value: '연못' }]);
    await jiwoo.canvas(id);
    expect(Object.keys(await tasksOf(app)).filter((task) => !task.endsWith(' main'))).toEqual([]);
  });

  it('is refused for the same reasons as a small one', async () => {
    const { app } = await openApp();
    const jiwoo = await signIn(app);
    const id = await jiwoo.create('Flow', pond);
    const json = { 'content-type': 'application/json' };
    const twice = { ...river, nodes: [...river.nodes, textNode('n7')] };
    const answers = [
      await jiwoo.post('/projects', { name: 'x', canvas: JSON.stringify(twice) }),
      await jiwoo.post(`/projects/${id}`, push(id, twice)),
      await jiwoo.post(`/projects/${id}`, push(id + 1, river)),
      await jiwoo.post('/projects', { name: 7, canvas: JSON.stringify(river) }),
      await jiwoo.post('/projects', `{"name":"x","canvas":"${'x'.repeat(300_000)}`, json),
      await jiwoo.post(`/projects/${id}`, push(id, river), { 'if-match': '"9"' }),
      await jiwoo.post('/projects/99', push(99, river)),
    ];
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([422, 422, 400, 400, 400, 412, 404]);
    expect(answers[0]?.json()).toMatchObject({
      code: 'invalidSnapshot',
      message: /nodes\[4000\] has an id that is there twice/,
    });
    expect(answers[3]?.json()).toMatchObject({ code: 'invalidRequest', message: /at \/name/ });
    expect(await jiwoo.canvas(id)).toEqual(pond);
    // None of them was written down.
    expect(await tasksOf(app)).toMatchObject({ 'write main': 1 });
    expect(await tasksOf(app)).not.toHaveProperty('write worker');
  });

  it('takes every kind of change while its nodes are still unread', async () => {
    const first = await openApp();
    const jiwoo = await signIn(first.app);
    const id = await jiwoo.create('Flow', river);
    const patches = [
      write(5, '하나'),
      [
        { op: 'remove', path: '/nodes/0' },
        { op: 'test', path: '/nodes/0/id', value: 'n1' },
      ],
      [
        { op: 'move', from: '/nodes/10', path: '/nodes/2' },
        { op: 'copy', from: '/nodes/3/data', path: '/nodes/4/data' },
      ],
      [
        { op: 'add', path: '/nodes/-', value: textNode('new') },
        { op: 'replace', path: '/edges', value: [] },
      ],
      [
        { op: 'replace', path: '/viewport/zoom', value: 2 },
        { op: 'move', from: '/nodes/1', path: '/kept' },
      ],
    ];
    for (const patch of patches) expect((await jiwoo.patch(id, patch)).statusCode).toBe(200);
    expect((await jiwoo.patch(id, [{ op: 'add', path: '/nodes/-', value: textNode('n42') }])).statusCode).toBe(422);
    const inMemory = await jiwoo.canvas(id);

    const expected = structuredClone(river) as unknown as { nodes: { id: string; data: object }[]; edges: object[] };
    Object.assign(expected.nodes[5] ?? {}, textNode('n5', '하나'));
    expected.nodes.shift();
    expected.nodes.splice(2, 0, ...expected.nodes.splice(10, 1));
    Object.assign(expected.nodes[4] ?? {}, { data: structuredClone(expected.nodes[3]?.data) });
    const [kept] = expected.nodes.splice(1, 1);
    const nodes = [...expected.nodes, textNode('new')];
    expect(inMemory).toEqual({ nodes, edges: [], viewport: { x: 0, y: 0, zoom: 2 }, kept });

    const back = new Person((await first.reopen()).app, jiwoo.cookie);
    expect(await back.canvas(id)).toEqual(inMemory);
  });
});

describe('a patch that takes long', { timeout: TIMEOUT_MS }, () => {
  it('is read, checked and applied beside the thread that answers everybody, and others are answered meanwhile', async () => {
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
      // Short, and a lot of work.
      [{ op: 'copy', from: '', path: '/copy' }],
      [{ op: 'move', from: '/nodes', path: '/nodes' }],
      Array.from({ length: 2000 }, () => ({ op: 'move', from: '/nodes/0', path: '/nodes/3999' })),
    ].map((patch) => JSON.stringify(patch));

    const longest = watchJson();
    let answered = 0;
    for (const patch of patches) {
      const done = new AbortController();
      const patched = jiwoo.patch(id, patch).finally(() => done.abort());
      while (!done.signal.aborted) {
        const saved = await minho.patch(other, [{ op: 'replace', path: '/nodes/0/data/value', value: `${answered}` }]);
        answered += Number(saved.statusCode === 200);
      }
      expect((await patched).statusCode).toBe(200);
    }
    expect(longest()).toBeLessThan(SMALL_MAX_BYTES);
    expect(answered).toBeGreaterThan(3 * patches.length);
    expect(await tasksOf(app)).toMatchObject({ 'checkPatch worker': 2, 'patch worker': patches.length });
    // What is written here of a long one says where it is.
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
    expect((await back.post(`/projects/${id}`, push(id, pond))).statusCode).toBe(200);
    expect(rows(dataDir, 'select text_id from patch_log')).toEqual([]);
    expect(kept()).toHaveLength(2);

    clock.pass(HOUR_MS);
    const third = await second.reopen();
    expect(await new Person(third.app, jiwoo.cookie).canvas(id)).toEqual(pond);
    // The end waits for what is being thrown away.
    await third.close();
    expect(kept()).toEqual([]);
  });
});

describe('folding a log', { timeout: TIMEOUT_MS }, () => {
  it('is a worker’s work, from what is in the database, however small the canvas', async () => {
    const { app, dataDir, reopen } = await openApp();
    const jiwoo = await signIn(app);
    const id = await jiwoo.create('Flow', pond);
    for (let step = 1; step < 200; step += 1) {
      await jiwoo.patch(id, [{ op: 'replace', path: '/nodes/0/data/value', value: `${step}` }]);
    }
    expect(await tasksOf(app)).not.toHaveProperty('fold worker');
    await jiwoo.patch(id, [{ op: 'replace', path: '/nodes/0/data/value', value: '200' }]);
    expect(await tasksOf(app)).toMatchObject({ 'fold worker': 1 });

    // The end waits for it.
    const back = new Person((await reopen()).app, jiwoo.cookie);
    expect(rows(dataDir, 'select revision from snapshot')).toMatchObject([{ revision: 201 }]);
    // The snapshot's, and that of the version which rested on the folded patches.
    expect(rows(dataDir, 'select count(*) as texts from canvas_text')).toMatchObject([{ texts: 2 }]);
    expect((await back.canvas(id)).nodes).toEqual([textNode('pond', '200')]);
  });

  it('leaves everything as it was when its worker dies, and is done after the next save', async () => {
    const { app, dataDir, reopen } = await openApp();
    const jiwoo = await signIn(app);
    const id = await jiwoo.create('Flow', pond);
    const save = (value: string) => jiwoo.patch(id, [{ op: 'replace', path: '/nodes/0/data/value', value }]);
    for (let step = 1; step < 200; step += 1) await save(`${step}`);
    killNextWorker();
    await save('200');
    await vi.waitFor(async () => expect(await tasksOf(app)).toMatchObject({ 'fold worker': 1 }));
    expect(rows(dataDir, 'select revision from snapshot')).toMatchObject([{ revision: 1 }]);
    expect((await jiwoo.canvas(id)).nodes).toEqual([textNode('pond', '200')]);

    await vi.waitFor(async () => {
      expect((await save('201')).statusCode).toBe(200);
      expect(await tasksOf(app)).toMatchObject({ 'fold worker': 2 });
    });
    const back = new Person((await reopen()).app, jiwoo.cookie);
    expect(rows(dataDir, 'select revision > 200 as folded from snapshot')).toMatchObject([{ folded: 1 }]);
    expect((await back.canvas(id)).nodes).toEqual([textNode('pond', '201')]);
  });
});

describe('a worker that dies', { timeout: TIMEOUT_MS }, () => {
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
    await second.app.ready();
    expect(rows(dataDir, "select id from canvas_text where id = 'half'")).toHaveLength(1);
    clock.pass(60 * 1000);
    const third = await second.reopen();
    expect(await new Person(third.app, jiwoo.cookie).canvas(id)).toEqual(pond);
    await vi.waitFor(() => expect(rows(dataDir, 'select id from canvas_text')).toHaveLength(1));
    expect(rows(dataDir, 'select text_id from canvas_text_part')).toHaveLength(1);
  });
});
