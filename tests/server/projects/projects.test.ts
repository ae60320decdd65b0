import { beforeAll, describe, expect, it } from 'vitest';
import { openApp, type OpenApp } from '../support/openApp';
import { Person, emptyCanvas, signIn, textNode } from '../support/Person';
import { sqliteIsEnough } from '../support/sqliteIsEnough';

/** An app for the tests that neither move its clock nor count what others make. */
let shared: OpenApp;
beforeAll(async () => {
  shared = await openApp({}, { lifetime: 'file' });
});

describe('projects', () => {
  it('are created, listed newest first, opened, renamed and deleted by their member [DATA-1] [CALL-6]', async () => {
    const { app, clock } = await openApp();
    const jiwoo = await signIn(app, '지우');

    const canvas = '{ "viewport": {"x":0,"y":0,"zoom":1},  "nodes":[], "edges":[] }';
    const created = await jiwoo.post('/projects', { name: '  첫 물길 ', canvas });
    expect(created.statusCode).toBe(201);
    expect(created.json()).toEqual({
      projectId: 1,
      name: '첫 물길',
      updatedAt: '2026-11-21T03:00:00.000Z',
      revision: 1,
    });
    await jiwoo.post('/projects', { name: '   ', canvas: '' });
    clock.pass(1000);
    await jiwoo.post('/projects', { name: 'Third', canvas: '' });

    const list = await jiwoo.get('/projects');
    expect(list.statusCode).toBe(200);
    expect(list.json()).toMatchObject([
      { projectId: 3, name: 'Third', updatedAt: '2026-11-21T03:00:01.000Z', thumbnail: null },
      { projectId: 2, name: 'Untitled' },
      { projectId: 1, name: '첫 물길' },
    ]);

    const opened = await jiwoo.get('/projects/1');
    expect(opened.headers['etag']).toBe('"1"');
    expect(opened.json()).toMatchObject({ projectId: 1, revision: 1, canvas });

    clock.pass(1000);
    const renamed = await jiwoo.put('/projects/1/name', { name: ' ' });
    expect(renamed.statusCode).toBe(200);
    expect(renamed.json()).toMatchObject({
      projectId: 1,
      name: '',
      revision: 1,
      updatedAt: '2026-11-21T03:00:02.000Z',
    });

    expect((await jiwoo.delete('/projects/1')).statusCode).toBe(204);
    expect((await jiwoo.delete('/projects/1')).statusCode).toBe(404);
    expect((await jiwoo.get('/projects/1')).statusCode).toBe(404);
    expect((await jiwoo.get('/projects')).json()).toHaveLength(2);
  });

  it('are created once by a request that is repeated with its key [MERGE-6]', async () => {
    const { app } = await openApp();
    const jiwoo = await signIn(app, '지우');
    const minsu = await signIn(app, '민수');
    const key = { 'idempotency-key': 'copy-1' };
    const body = { name: '물길 (2)', canvas: JSON.stringify(emptyCanvas()) };

    const answers = await Promise.all([1, 2, 3].map(() => jiwoo.post('/projects', body, key)));
    for (const { statusCode } of answers) expect([201, 409]).toContain(statusCode);
    const again = await jiwoo.post('/projects', body, key);
    expect(again.statusCode).toBe(201);
    expect(again.json()).toMatchObject({ name: '물길 (2)', revision: 1 });
    expect((await jiwoo.get('/projects')).json()).toHaveLength(1);

    const other = await jiwoo.post('/projects', { ...body, name: 'another' }, key);
    expect(other.statusCode).toBe(422);
    expect(other.json()).toMatchObject({ code: 'idempotencyKeyReused' });
    expect((await minsu.post('/projects', body, key)).statusCode).toBe(201);
    expect((await jiwoo.post('/projects', body, { 'idempotency-key': 'x'.repeat(201) })).statusCode).toBe(400);

    const { projectId } = again.json<{ projectId: number }>();
    await jiwoo.delete(`/projects/${projectId}`);
    expect((await jiwoo.post('/projects', body, key)).json()).toMatchObject({ projectId });
    expect((await jiwoo.get('/projects')).json()).toEqual([]);
  });

  it('keep the whole name, except characters at which a database would cut it off', async () => {
    const jiwoo = await signIn(shared.app, '서연');
    const id = await jiwoo.create('강\0물 \ud800');
    const name = async () => (await jiwoo.get(`/projects/${id}`)).json<{ name: string }>().name;
    expect(await name()).toBe('강물 \ufffd');
    await jiwoo.put(`/projects/${id}/name`, { name: '물\0길' });
    expect(await name()).toBe('물길');
  });

  it.skipIf(sqliteIsEnough)('answer 401 to a visitor, for any request', async () => {
    const visitor = new Person(shared.app);
    const answers = await Promise.all([
      visitor.get('/projects'),
      visitor.post('/projects', { name: 'x', canvas: '' }),
      visitor.get('/projects/1'),
      visitor.post('/projects/1', {}),
      visitor.patch(1, []),
      visitor.put('/projects/1/name', { name: 'x' }),
      visitor.upload('PUT', '/projects/1/thumbnail', 'thumbnail', Buffer.from('x')),
      visitor.delete('/projects/1'),
    ]);
    for (const answer of answers) {
      expect(answer.statusCode).toBe(401);
      expect(answer.json()).toEqual({
        message: 'Sign in to go on.',
        error: 'Sign in to go on.',
        code: 'signInRequired',
      });
    }
  });

  it('of another member look exactly like projects that are not there', async () => {
    const jiwoo = await signIn(shared.app, '하준');
    const minsu = await signIn(shared.app, '도윤');
    const id = await jiwoo.create('Mine');
    const push = { pid: id, name: 'x', timestamp: 'now', snapshot: emptyCanvas() };

    for (const [theirs, missing] of [
      [await minsu.get(`/projects/${id}`), await minsu.get('/projects/99')],
      [await minsu.post(`/projects/${id}`, push), await minsu.post('/projects/99', { ...push, pid: 99 })],
      [await minsu.patch(id, []), await minsu.patch(99, [])],
      [await minsu.patch(id, [], { 'idempotency-key': 'k' }), await minsu.patch(99, [], { 'idempotency-key': 'k' })],
      [await minsu.put(`/projects/${id}/name`, { name: 'x' }), await minsu.put('/projects/99/name', { name: 'x' })],
      [await minsu.delete(`/projects/${id}`), await minsu.delete('/projects/99')],
    ] as const) {
      expect(theirs.statusCode).toBe(404);
      expect(theirs.body).toBe(missing.body);
    }
    expect((await minsu.get('/projects')).json()).toEqual([]);
    expect((await jiwoo.get(`/projects/${id}`)).json()).toMatchObject({ name: 'Mine', revision: 1 });
  });

  it.skipIf(sqliteIsEnough).each(['abc', '1.5', '-1', '01', '1e0', '%20', '9999999999999999999', '0'])(
    'whose id is %s are 404',
    async (id) => {
      const jiwoo = await signIn(shared.app, `Asks for ${id}`);
      await jiwoo.create();
      expect((await jiwoo.get(`/projects/${id}`)).statusCode).toBe(404);
    },
  );

  it('take a whole newer copy, once its conditions hold [CALL-7]', async () => {
    const { app, clock } = await openApp();
    const jiwoo = await signIn(app);
    const id = await jiwoo.create('Flow', '');
    expect((await jiwoo.get(`/projects/${id}`)).json()).toMatchObject({ revision: 0, canvas: '' });

    const push = {
      pid: id,
      name: 'Pushed',
      timestamp: '1999-01-01T00:00:00.000Z',
      snapshot: { ...emptyCanvas(), nodes: [textNode('a')], kept: 'as it came' },
    };
    clock.pass(5000);
    const first = await jiwoo.post(`/projects/${id}`, push, { 'if-none-match': '*' });
    expect(first.statusCode).toBe(200);
    expect(first.json()).toEqual({
      projectId: id,
      name: 'Pushed',
      updatedAt: '2026-11-21T03:00:05.000Z',
      revision: 1,
    });
    expect(await jiwoo.canvas(id)).toEqual(push.snapshot);

    const again = await jiwoo.post(`/projects/${id}`, push, { 'if-none-match': '*' });
    expect(again.statusCode).toBe(412);
    expect(again.json()).toMatchObject({ code: 'revisionBehind', revision: 1 });
    expect((await jiwoo.post(`/projects/${id}`, push, { 'if-match': '"0"' })).statusCode).toBe(412);
    expect((await jiwoo.post(`/projects/${id}`, push, { 'if-match': '"1"' })).json()).toMatchObject({ revision: 2 });
    expect((await jiwoo.post(`/projects/${id}`, push)).json()).toMatchObject({ revision: 3 });
  });

  it('keep the name that somebody gave them meanwhile, when a whole canvas comes for a revision [CALL-7]', async () => {
    const jiwoo = await signIn(shared.app, '수아');
    const id = await jiwoo.create('Rivers');
    await jiwoo.put(`/projects/${id}/name`, { name: 'Lakes' });
    const push = { pid: id, name: 'Rivers', timestamp: 'now', snapshot: emptyCanvas() };
    const pushed = await jiwoo.post(`/projects/${id}`, push, { 'if-match': '"1"' });
    expect(pushed.json()).toMatchObject({ name: 'Lakes', revision: 2 });
    expect((await jiwoo.get(`/projects/${id}`)).json()).toMatchObject({ name: 'Lakes', revision: 2 });
  });

  it.skipIf(sqliteIsEnough)('refuse what is no project or no canvas', async () => {
    const jiwoo = await signIn(shared.app, '예은');
    const id = await jiwoo.create();
    const create = async (body: object | string, headers = {}): Promise<number> =>
      (await jiwoo.post('/projects', body, headers)).statusCode;

    expect(await create({ name: 'x' })).toBe(400);
    expect(await create('{"name":', { 'content-type': 'application/json' })).toBe(400);
    expect(await create('{"__proto__":{"x":1}}', { 'content-type': 'application/json' })).toBe(400);
    expect(await create('name=x', { 'content-type': 'application/x-www-form-urlencoded' })).toBe(415);
    expect(await create('{"name":"x","canvas":""}', { 'content-type': 'text/plain' })).toBe(415);
    expect(await create({ name: '가'.repeat(201), canvas: '' })).toBe(413);
    expect(await create({ name: '🎨'.repeat(200), canvas: '' })).toBe(201);
    expect(await create({ name: 'x', canvas: 'not json' })).toBe(422);
    expect(await create({ name: 'x', canvas: '{"nodes":[],"edges":[]}' })).toBe(422);
    const sly = '{"nodes":[],"edges":[],"viewport":{"x":0,"y":0,"zoom":1},"\\u005f_proto__":{}}';
    expect(await create({ name: 'x', canvas: sly })).toBe(422);
    expect(await create({ name: 'x', canvas: `${'['.repeat(65)}${']'.repeat(65)}` })).toBe(413);
    expect(
      await create(`{"name":"x","canvas":"","deep":${'['.repeat(64)}${']'.repeat(64)}}`, {
        'content-type': 'application/json',
      }),
    ).toBe(413);

    const push = async (body: object): Promise<number> => (await jiwoo.post(`/projects/${id}`, body)).statusCode;
    const whole = { pid: id, name: 'x', timestamp: 'now', snapshot: emptyCanvas() };
    expect(await push({ ...whole, pid: id + 1 })).toBe(400);
    expect(await push({ ...whole, snapshot: '{}' })).toBe(400);
    expect(await push({ ...whole, snapshot: { nodes: [] } })).toBe(422);
    expect(await jiwoo.canvas(id)).toEqual(emptyCanvas());
  });

  it.skipIf(sqliteIsEnough).each([
    ['two nodes of one id', { nodes: [textNode('a'), textNode('a')] }],
    ['a node without an id', { nodes: [{ type: 'text', position: { x: 0, y: 0 }, data: {} }] }],
    ['a node with an empty id', { nodes: [textNode('')] }],
    ['a node without data', { nodes: [{ id: 'a', type: 'text', position: { x: 0, y: 0 } }] }],
    ['a node whose data is a list', { nodes: [{ id: 'a', type: 'text', position: { x: 0, y: 0 }, data: [] }] }],
    ['a node nowhere', { nodes: [{ id: 'a', type: 'text', position: { x: 0 }, data: {} }] }],
    [
      'two edges of one id',
      {
        edges: [
          { id: 'e', source: 'a', target: 'b' },
          { id: 'e', source: 'b', target: 'a' },
        ],
      },
    ],
    ['an edge from nowhere', { edges: [{ id: 'e', target: 'b' }] }],
    ['a zoom of nothing', { viewport: { x: 0, y: 0, zoom: 0 } }],
    ['nodes that are no list', { nodes: {} }],
  ])('refuse a canvas with %s', async (what, part) => {
    const jiwoo = await signIn(shared.app, `Has ${what}`);
    const answer = await jiwoo.post('/projects', {
      name: 'x',
      canvas: JSON.stringify({ ...emptyCanvas(), ...part }),
    });
    expect(answer.statusCode).toBe(422);
    expect(answer.json()).toMatchObject({ code: 'invalidSnapshot' });
  });

  it.skipIf(sqliteIsEnough)('keep a place beyond all numbers out of the canvas', async () => {
    const jiwoo = await signIn(shared.app, '시우');
    const canvas =
      '{"nodes":[{"id":"a","type":"text","position":{"x":1e999,"y":0},"data":{}}],"edges":[],"viewport":{"x":0,"y":0,"zoom":1}}';
    expect((await jiwoo.post('/projects', { name: 'x', canvas })).statusCode).toBe(422);
  });

  it('are there again after a restart, deleted ones are not, and no id is given twice', async () => {
    const first = await openApp({ TRASH_DAYS: '0' });
    const jiwoo = await signIn(first.app);
    const kept = await jiwoo.create('Kept', { ...emptyCanvas(), nodes: [textNode('a', '바다')] });
    await jiwoo.patch(kept, [{ op: 'add', path: '/nodes/-', value: textNode('b', '노을') }]);
    const gone = await jiwoo.create('Gone');
    await jiwoo.delete(`/projects/${gone}`);

    const second = await first.reopen();
    const back = new Person(second.app, jiwoo.cookie);
    expect((await back.get('/projects')).json()).toMatchObject([{ projectId: kept, name: 'Kept' }]);
    expect((await back.canvas(kept)).nodes.map((node) => node.data['value'])).toEqual(['바다', '노을']);
    expect(await back.create('New')).toBeGreaterThan(gone);
  });
});
