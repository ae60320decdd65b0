import { Readable } from 'node:stream';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { PATCH_MAX_BYTES } from '../../../../src/api/contract';
import { openApp } from '../../support/openApp';
import { Person, signIn, textNode } from '../../support/Person';
import { pond, push, river, write } from './support/canvases';
import { tasksOf } from './support/tasksOf';
import { longestJson } from './support/longestJson';

/** A body as it may arrive, split within characters as well. */
function inPieces(body: string): Readable {
  const bytes = Buffer.from(body);
  const size = Math.ceil(bytes.length / 30);
  return Readable.from(Array.from({ length: 30 }, (_, piece) => bytes.subarray(piece * size, (piece + 1) * size)));
}

const keep = (bytes: number): string => JSON.stringify([{ op: 'add', path: '/kept', value: 'x'.repeat(bytes) }]);

afterEach(() => vi.restoreAllMocks());

describe('a large canvas', () => {
  it('is parsed, checked, written and read outside the main thread', async () => {
    const { app } = await openApp();
    const jiwoo = await signIn(app);
    const canvas = JSON.stringify(river);
    const body = JSON.stringify({ name: 'Flow', canvas });
    const pushed = JSON.stringify(push(1, river));

    const longest = longestJson();
    const created = await jiwoo.post('/projects', body, { 'content-type': 'application/json' });
    const replaced = await jiwoo.post('/projects/1', pushed, { 'content-type': 'application/json' });
    const patched = await jiwoo.patch(1, write(3999, '바다'), { 'if-match': '"2"' });
    const opened = await jiwoo.get('/projects/1', { accept: 'application/json-seq' });
    // This thread reads at most two thousand names at a time.
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
    // None of them was written to the database.
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
