import { beforeAll, describe, expect, it } from 'vitest';
import { DAY_MS, openApp, type OpenApp } from '../support/openApp';
import { Person, emptyCanvas, signIn, textNode } from '../support/Person';
import { MEBIBYTE } from '../../../server/bytes';

const twoNodes = { ...emptyCanvas(), nodes: [textNode('a', '하나'), textNode('b', '둘')] };
const add = (id: string): object[] => [{ op: 'add', path: '/nodes/-', value: textNode(id) }];
const write = (value: string): object[] => [{ op: 'replace', path: '/nodes/0/data/value', value }];

/** An app for the tests that neither move its clock nor count what others make. */
let shared: OpenApp;
beforeAll(async () => {
  shared = await openApp({}, { lifetime: 'file' });
});

describe('patching a canvas', () => {
  it('changes it, counts the revision and moves updatedAt [CALL-8]', async () => {
    const { app, clock } = await openApp();
    const jiwoo = await signIn(app);
    const id = await jiwoo.create('Flow', twoNodes);
    clock.pass(60_000);

    const answer = await jiwoo.patch(id, [
      { op: 'test', path: '/nodes/0/id', value: 'a' },
      { op: 'replace', path: '/nodes/0/data/value', value: '바다' },
      { op: 'remove', path: '/nodes/1' },
      { op: 'add', path: '/nodes/0', value: textNode('c') },
      { op: 'copy', from: '/nodes/1/data', path: '/nodes/0/data' },
      { op: 'move', from: '/nodes/1', path: '/nodes/0' },
      { op: 'add', path: '/made~1by~0hand', value: null },
    ]);
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toEqual({ revision: 2, updatedAt: '2026-11-21T03:01:00.000Z' });
    expect(await jiwoo.canvas(id)).toEqual({
      ...emptyCanvas(),
      nodes: [textNode('a', '바다'), textNode('c', '바다')],
      'made/by~hand': null,
    });
    expect((await jiwoo.get(`/projects/${id}`)).headers['etag']).toBe('"2"');
    expect((await jiwoo.get('/projects')).json()).toMatchObject([{ updatedAt: '2026-11-21T03:01:00.000Z' }]);
  });

  it('keeps a copied value apart from its source', async () => {
    const jiwoo = await signIn(shared.app, '서연');
    const id = await jiwoo.create('Flow', twoNodes);
    await jiwoo.patch(id, [{ op: 'copy', from: '/nodes/0/data', path: '/nodes/1/data' }]);
    await jiwoo.patch(id, write('changed'));
    expect((await jiwoo.canvas(id)).nodes.map((node) => node.data['value'])).toEqual(['changed', '하나']);
  });

  it('answers an empty patch with the current state', async () => {
    const { app, clock } = await openApp();
    const jiwoo = await signIn(app);
    const id = await jiwoo.create('Flow', twoNodes);
    clock.pass(1000);
    expect((await jiwoo.patch(id, [])).json()).toEqual({ revision: 1, updatedAt: '2026-11-21T03:00:00.000Z' });
  });

  it('applies all of it or nothing', async () => {
    const jiwoo = await signIn(shared.app, '하준');
    const id = await jiwoo.create('Flow', twoNodes);
    const failing = [...write('half'), { op: 'test', path: '/nodes/1/id', value: 'z' }];
    const answer = await jiwoo.patch(id, failing);
    expect(answer.statusCode).toBe(409);
    expect(answer.json()).toMatchObject({ code: 'testFailed' });
    expect(await jiwoo.canvas(id)).toEqual(twoNodes);
    expect((await jiwoo.patch(id, add('c'))).json()).toMatchObject({ revision: 2 });
    expect((await jiwoo.canvas(id)).nodes[0]?.data['value']).toBe('하나');
  });

  it('takes JSON patches only, of at most 50,000 operations and 16 MiB', async () => {
    const jiwoo = await signIn(shared.app, '도윤');
    const id = await jiwoo.create('Flow', twoNodes);
    expect((await jiwoo.patch(id, [], { 'content-type': 'application/json' })).statusCode).toBe(415);
    expect((await jiwoo.patch(id, [], { 'content-type': 'text/plain' })).statusCode).toBe(415);
    const test = { op: 'test', path: '/nodes/0/id', value: 'a' };
    expect(
      (
        await jiwoo.patch(
          id,
          Array.from({ length: 50_001 }, () => test),
        )
      ).statusCode,
    ).toBe(413);
    expect((await jiwoo.patch(id, write('가'.repeat(6 * MEBIBYTE)))).statusCode).toBe(413);
    const doubled = Array.from({ length: 40 }, (_, index) => ({ op: 'copy', from: '/x', path: `/x/${index}` }));
    const bomb = [{ op: 'add', path: '/x', value: { text: '가'.repeat(1000) } }, ...doubled];
    expect((await jiwoo.patch(id, bomb)).statusCode).toBe(413);
    const deep = JSON.parse(`${'{"x":'.repeat(30)}1${'}'.repeat(30)}`) as object;
    const path = `/x${'/x'.repeat(29)}`;
    const nested = [0, 1, 2].map((step) => ({
      op: 'add',
      path: step === 0 ? '/x' : `/x${path.repeat(step)}`,
      value: deep,
    }));
    expect((await jiwoo.patch(id, nested)).statusCode).toBe(413);
    expect(await jiwoo.canvas(id)).toEqual(twoNodes);
  });

  it('sends a client that is behind the missed patches, so that it can save on top of them', async () => {
    const jiwoo = await signIn(shared.app, '예은');
    const id = await jiwoo.create('Flow', twoNodes);
    expect((await jiwoo.patch(id, add('c'), { 'if-match': '"1"' })).statusCode).toBe(200);
    await jiwoo.patch(id, write('둘째'), { 'if-match': '*' });

    const late = await jiwoo.patch(id, add('d'), { 'if-match': '"1"' });
    expect(late.statusCode).toBe(412);
    expect(late.json()).toMatchObject({
      code: 'revisionBehind',
      revision: 3,
      patches: [
        { revision: 2, patch: add('c') },
        { revision: 3, patch: write('둘째') },
      ],
    });
    expect((await jiwoo.patch(id, [], { 'if-match': '"2"' })).statusCode).toBe(412);
    expect((await jiwoo.patch(id, add('d'), { 'if-match': '"99"' })).json()).not.toHaveProperty('patches');
    expect((await jiwoo.patch(id, add('d'), { 'if-match': '"nonsense"' })).statusCode).toBe(412);
    expect((await jiwoo.patch(id, add('d'), { 'if-match': '"3"' })).json()).toMatchObject({ revision: 4 });

    // Not for more than 1 MiB: then loading it all is cheaper.
    const long = [{ op: 'add', path: '/kept', value: '물'.repeat(150_000) }];
    for (let count = 0; count < 3; count += 1) expect((await jiwoo.patch(id, long)).statusCode).toBe(200);
    const behindBy = async (base: number) =>
      (await jiwoo.patch(id, [], { 'if-match': `"${base}"` })).json<{ patches?: unknown[] }>().patches?.length;
    expect([await behindBy(4), await behindBy(5), await behindBy(6)]).toEqual([undefined, 2, 1]);

    // A whole push breaks the chain of patches: earlier changes cannot be told as patches any more.
    await jiwoo.post(`/projects/${id}`, { pid: id, name: 'x', timestamp: 'now', snapshot: twoNodes });
    const cut = await jiwoo.patch(id, add('e'), { 'if-match': '"7"' });
    expect(cut.json()).toMatchObject({ revision: 8 });
    expect(cut.json()).not.toHaveProperty('patches');
  });

  it('applies patches that come at once one after another', async () => {
    const jiwoo = await signIn(shared.app, '시우');
    const id = await jiwoo.create();
    const answers = await Promise.all(Array.from({ length: 30 }, (_, index) => jiwoo.patch(id, add(`n${index}`))));
    const revisions = answers.map((answer) => answer.json<{ revision: number }>().revision);
    expect(revisions.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 30 }, (_, index) => index + 2));
    expect((await jiwoo.canvas(id)).nodes).toHaveLength(30);
  });

  it('answers 409 where there is no canvas yet', async () => {
    const jiwoo = await signIn(shared.app, '지호');
    const id = await jiwoo.create('Flow', '');
    expect((await jiwoo.patch(id, add('a'))).statusCode).toBe(409);
  });

  it('compacts a long log and loses nothing on the way', async () => {
    const first = await openApp({ CACHE_BYTES: '0' });
    const jiwoo = await signIn(first.app);
    const id = await jiwoo.create();
    for (let index = 0; index < 205; index += 1) await jiwoo.patch(id, add(`n${index}`));
    const second = await first.reopen();
    const back = new Person(second.app, jiwoo.cookie);
    const { nodes } = await back.canvas(id);
    expect(nodes.map((node) => node.id)).toEqual(Array.from({ length: 205 }, (_, index) => `n${index}`));
    expect((await back.patch(id, add('last'), { 'if-match': '"206"' })).json()).toMatchObject({ revision: 207 });
    const missed = (await back.patch(id, [], { 'if-match': '"150"' })).json<{ patches: unknown[] }>();
    expect(missed.patches).toHaveLength(57);
  });

  it('keeps of a compacted log no more than a 412 can carry [SAVE-14]', async () => {
    const first = await openApp();
    const jiwoo = await signIn(first.app);
    const id = await jiwoo.create('Flow', twoNodes);
    for (let index = 0; index < 12; index += 1) {
      const value = `${index}${'물'.repeat(150_000)}`;
      expect((await jiwoo.patch(id, [{ op: 'add', path: '/kept', value }])).statusCode).toBe(200);
    }
    // Waits until the compaction is done.
    const second = await first.reopen();
    const { revision: compacted } = await second.db.selectFrom('snapshot').select('revision').executeTakeFirstOrThrow();
    const log = await second.db.selectFrom('patch_log').select('revision').where('revision', '<=', compacted).execute();
    expect(compacted).toBeGreaterThan(5);
    expect(log).toHaveLength(2);
    const missed = await new Person(second.app, jiwoo.cookie).patch(id, [], { 'if-match': '"11"' });
    expect(missed.json<{ patches: unknown[] }>().patches).toHaveLength(2);
  });
});

/** None of them changes the canvas, so that all can be tried on one. */
describe('a patch', () => {
  let jiwoo: Person;
  let id: number;
  beforeAll(async () => {
    jiwoo = await signIn(shared.app, '하은');
    id = await jiwoo.create('Flow', twoNodes);
  });

  it.each([
    ['an index with a leading zero', { op: 'remove', path: '/nodes/01' }],
    ['a negative index', { op: 'remove', path: '/nodes/-1' }],
    ['an index with an exponent', { op: 'remove', path: '/nodes/1e0' }],
    ['an index with a sign', { op: 'remove', path: '/nodes/+1' }],
    ['an empty index', { op: 'remove', path: '/nodes/' }],
    ['an index beyond the list', { op: 'remove', path: '/nodes/2' }],
    ['an index that wraps around', { op: 'replace', path: '/nodes/4294967296', value: textNode('x') }],
    ['a place after the end', { op: 'add', path: '/nodes/3', value: textNode('x') }],
    ['the end of a list to read from', { op: 'replace', path: '/nodes/-', value: textNode('x') }],
    ['a list’s length', { op: 'replace', path: '/nodes/length', value: 0 }],
    ['an inherited member', { op: 'remove', path: '/toString' }],
    ['a copy of an inherited member', { op: 'copy', from: '/nodes/0/data/valueOf', path: '/x' }],
    ['a parent that is not there', { op: 'add', path: '/nodes/0/data/x/y', value: 1 }],
    ['a parent that is text', { op: 'add', path: '/nodes/0/data/value/0', value: 'x' }],
    ['a move past the shortened list', { op: 'move', from: '/nodes/0', path: '/nodes/2' }],
    ['a test of what is not there', { op: 'test', path: '/nodes/0/data/x', value: null }],
  ])('with %s is refused as a conflict', async (_what, operation) => {
    const answer = await jiwoo.patch(id, [operation]);
    expect(answer.statusCode).toBe(409);
    expect(await jiwoo.canvas(id)).toEqual(twoNodes);
  });

  it.each([
    ['no list', { op: 'add' }],
    ['an operation that is no object', ['add']],
    ['an unknown op', [{ op: 'merge', path: '' }]],
    ['the library’s own _get', [{ op: '_get', path: '/nodes' }]],
    ['no path', [{ op: 'remove' }]],
    ['a path without its slash', [{ op: 'remove', path: 'nodes/0' }]],
    ['a wrong escape', [{ op: 'remove', path: '/nodes~2' }]],
    ['an add without value', [{ op: 'add', path: '/x' }]],
    ['a test without value', [{ op: 'test', path: '/x' }]],
    ['a copy without from', [{ op: 'copy', path: '/x' }]],
    ['a move into itself', [{ op: 'move', from: '/nodes', path: '/nodes/0' }]],
    ['broken JSON', '[{'],
    ['nothing', ''],
    ['a prototype in a value', '[{"op":"add","path":"/x","value":{"__proto__":{"y":1}}}]'],
  ])('with %s is answered 400', async (_what, body) => {
    expect((await jiwoo.patch(id, body)).statusCode).toBe(400);
    expect(await jiwoo.canvas(id)).toEqual(twoNodes);
  });

  it.each([
    ['__proto__', [{ op: 'add', path: '/__proto__/x', value: 1 }]],
    ['constructor', [{ op: 'copy', from: '/constructor/prototype', path: '/x' }]],
    ['prototype', [{ op: 'add', path: '/nodes/0/data/prototype', value: 1 }]],
    ['an escaped way to it', [{ op: 'test', path: '/a~1b/__proto__', value: 1 }]],
    ['no snapshot: without nodes', [{ op: 'remove', path: '/nodes' }]],
    ['no snapshot: with an id twice', [{ op: 'replace', path: '/nodes/1/id', value: 'a' }]],
    ['no snapshot: with a node moved to nowhere', [{ op: 'replace', path: '/nodes/1/position', value: { x: 1 } }]],
    ['no snapshot: with data carried off', [{ op: 'move', from: '/nodes/1/data', path: '/nodes/0/data/x' }]],
    ['no snapshot: with a zoom of nothing', [{ op: 'replace', path: '/viewport/zoom', value: 0 }]],
    ['no snapshot: with an id carried off', [{ op: 'move', from: '/nodes/1/id', path: '/kept' }]],
    ['no snapshot: nothing at all', [{ op: 'remove', path: '' }]],
    ['no snapshot: a list', [{ op: 'replace', path: '', value: [] }]],
  ])('with %s is answered 422', async (_what, patch) => {
    expect((await jiwoo.patch(id, patch)).statusCode).toBe(422);
    expect(await jiwoo.canvas(id)).toEqual(twoNodes);
    expect(Object.hasOwn(Object.prototype, 'x')).toBe(false);
  });
});

describe('a patch with an Idempotency-Key', () => {
  it('is applied once and answered the same, before If-Match is checked, even after a restart [SAVE-4]', async () => {
    const first = await openApp();
    const jiwoo = await signIn(first.app);
    const id = await jiwoo.create('Flow', twoNodes);
    const headers = { 'idempotency-key': 'save-1', 'if-match': '"1"' };
    const answer = await jiwoo.patch(id, add('c'), headers);
    expect(answer.statusCode).toBe(200);
    first.clock.pass(5000);
    expect((await jiwoo.patch(id, add('c'), headers)).body).toBe(answer.body);

    const second = await first.reopen();
    const back = new Person(second.app, jiwoo.cookie);
    const again = await back.patch(id, add('c'), headers);
    expect(again.statusCode).toBe(200);
    expect(again.body).toBe(answer.body);
    expect((await back.canvas(id)).nodes).toHaveLength(3);
  });

  it('is refused with another body, and answers a failure again as it was', async () => {
    const jiwoo = await signIn(shared.app, '수아');
    const id = await jiwoo.create('Flow', twoNodes);
    const headers = { 'idempotency-key': 'save-1' };
    const failing = [{ op: 'test', path: '/nodes/0/id', value: 'z' }];
    const first = await jiwoo.patch(id, failing, headers);
    expect(first.statusCode).toBe(409);
    const again = await jiwoo.patch(id, failing, headers);
    expect([again.statusCode, again.body]).toEqual([409, first.body]);
    const other = await jiwoo.patch(id, add('c'), headers);
    expect(other.statusCode).toBe(422);
    expect(other.json()).toMatchObject({ code: 'idempotencyKeyReused' });
  });

  it('keeps only status, code and revision of a refusal; the missed patches are read from the log each time [SAVE-14]', async () => {
    const { app, db } = await openApp();
    const jiwoo = await signIn(app);
    const id = await jiwoo.create('Flow', twoNodes);
    await jiwoo.patch(id, write('a secret of the canvas'));
    const headers = { 'idempotency-key': 'late', 'if-match': '"1"' };
    const first = await jiwoo.patch(id, add('c'), headers);
    expect(first.json()).toMatchObject({ revision: 2, patches: [{ revision: 2 }] });
    await jiwoo.patch(id, [{ op: 'move', from: '/nodes/1/id', path: '/kept' }], { 'idempotency-key': 'bad' });
    const rows = await db.selectFrom('patch_answer').select(['idempotency_key', 'body']).execute();
    expect(Object.fromEntries(rows.map((row) => [row.idempotency_key, JSON.parse(row.body) as unknown]))).toEqual({
      late: { code: 'revisionBehind', revision: 2 },
      bad: { code: 'invalidSnapshot' },
    });

    await jiwoo.patch(id, add('d'));
    const again = await jiwoo.patch(id, add('c'), headers);
    expect([again.statusCode, again.json()]).toEqual([412, first.json()]);
  });

  it('means its own member, its own project and one day', async () => {
    const { app, clock } = await openApp();
    const jiwoo = await signIn(app, '지우');
    const minsu = await signIn(app, '민수');
    const headers = { 'idempotency-key': 'same' };
    const [one, two, theirs] = [await jiwoo.create(), await jiwoo.create(), await minsu.create()];
    for (const [person, id] of [
      [jiwoo, one],
      [jiwoo, two],
      [minsu, theirs],
    ] as const) {
      expect((await person.patch(id, add(`n${id}`), headers)).statusCode).toBe(200);
    }
    clock.pass(DAY_MS);
    expect((await jiwoo.patch(one, add('next day'), headers)).json()).toMatchObject({ revision: 3 });
    expect((await jiwoo.patch(one, add('x'), { 'idempotency-key': 'k'.repeat(201) })).statusCode).toBe(400);
    expect((await jiwoo.patch(one, add('x'), { 'idempotency-key': '' })).statusCode).toBe(400);
  });

  it('is never applied twice when it comes twice at once', async () => {
    const jiwoo = await signIn(shared.app, '유나');
    const id = await jiwoo.create();
    const answers = await Promise.all([1, 2, 3].map(() => jiwoo.patch(id, add('a'), { 'idempotency-key': 'k' })));
    const statuses = answers.map((answer) => answer.statusCode);
    expect(statuses).toContain(200);
    expect(statuses.every((status) => status === 200 || status === 409)).toBe(true);
    expect((await jiwoo.canvas(id)).nodes).toHaveLength(1);
  });
});
