import { sql } from 'kysely';
import { describe, expect, it, vi } from 'vitest';
import { escapeText } from '../../../server/canvas/escapeText';
import { openApp } from '../support/openApp';
import { Person, emptyCanvas, signIn, textNode } from '../support/Person';

/** Several pieces, whose ends fall within Korean characters and within escapes. */
const LONG = '물이 "흐른다"\\\n\u0001 🌊'.repeat(50_000);
const canvas = JSON.stringify({ ...emptyCanvas(), nodes: [textNode('river', LONG)] }, null, 1);

describe('opening a large canvas', () => {
  it('answers byte for byte what JSON says, in memory, from the disk and after a change', async () => {
    const first = await openApp();
    const jiwoo = await signIn(first.app);
    const created = await jiwoo.post('/projects', { name: '강 "물"', canvas });
    const head = created.json<{ projectId: number }>();
    const expected = JSON.stringify({ ...head, canvas });

    const opened = await jiwoo.get('/projects/1');
    expect(opened.headers).toMatchObject({ etag: '"1"', 'content-type': 'application/json; charset=utf-8' });
    expect(opened.body === expected).toBe(true);
    expect((await jiwoo.get('/projects/1')).body === expected).toBe(true);

    const back = new Person((await first.reopen()).app, jiwoo.cookie);
    expect((await back.get('/projects/1')).body === expected).toBe(true);

    await back.patch(1, [{ op: 'replace', path: '/nodes/0/data/value', value: '"' }]);
    const changed = await back.get('/projects/1');
    expect(changed.headers['etag']).toBe('"2"');
    const { nodes } = JSON.parse(changed.json<{ canvas: string }>().canvas);
    expect(nodes).toEqual([textNode('river', '"')]);
  });

  it('reads it from the disk only when memory has it no more', async () => {
    const withoutDisk = async (env: Record<string, string>) => {
      const { app, db } = await openApp(env);
      const jiwoo = await signIn(app);
      const id = await jiwoo.create('Flow', canvas);
      await sql`delete from snapshot`.execute(db);
      return jiwoo.get(`/projects/${id}`);
    };
    expect((await withoutDisk({})).json<{ canvas: string }>().canvas === canvas).toBe(true);
    // Never an empty canvas: a client would take the project for a new one.
    expect((await withoutDisk({ CACHE_BYTES: '0' })).statusCode).toBe(503);
  });

  it('forgets the text of a canvas that was replaced', async () => {
    const { app } = await openApp();
    const jiwoo = await signIn(app);
    const pid = await jiwoo.create('Flow', canvas);
    const snapshot = { ...emptyCanvas(), nodes: [textNode('pond')] };
    await jiwoo.post(`/projects/${pid}`, { pid, name: 'Flow', timestamp: '', snapshot });
    expect((await jiwoo.canvas(pid)).nodes).toEqual([textNode('pond')]);
  });
});

describe('opening a large canvas as a sequence', () => {
  const asSequence = { accept: 'application/json-seq, application/json' };

  it('answers the head and, untouched, the canvas', async () => {
    const { app } = await openApp();
    const jiwoo = await signIn(app);
    const created = await jiwoo.post('/projects', { name: '강 "물"', canvas });
    const { memberId } = (await jiwoo.get('/member')).json<{ memberId: string }>();
    const head = { ...created.json<object>(), memberId };
    const [parse, stringify] = [vi.spyOn(JSON, 'parse'), vi.spyOn(JSON, 'stringify')];
    const opened = await jiwoo.get('/projects/1', asSequence);
    const texts = [...parse.mock.calls, ...stringify.mock.results.map(({ value }) => [value])].map(String);
    vi.restoreAllMocks();

    expect(opened.body === `\u001E${JSON.stringify(head)}\n\u001E${canvas}\n`).toBe(true);
    expect(opened.headers).toMatchObject({
      etag: '"1"',
      vary: 'Accept',
      'content-type': 'application/json-seq',
      'content-length': String(Buffer.byteLength(opened.body)),
    });
    // The text is neither read nor written on the way.
    expect(texts.filter((text) => text.length > 10_000)).toEqual([]);
  });

  it('answers the head alone where there is no canvas', async () => {
    const { app } = await openApp();
    const jiwoo = await signIn(app);
    const pid = await jiwoo.create('Flow', '');
    const [head = '', ...others] = (await jiwoo.get(`/projects/${pid}`, asSequence)).body.split('\u001E').slice(1);
    expect(JSON.parse(head)).toMatchObject({ projectId: pid, revision: 0 });
    expect(others).toEqual([]);
  });
});

describe('the text of a canvas inside an answer', () => {
  it('is escaped piece by piece as it is taken', () => {
    const stringify = vi.spyOn(JSON, 'stringify');
    const text = escapeText(Buffer.from(LONG));
    const first = text.next().value;
    expect(stringify).toHaveBeenCalledTimes(1);
    const all = [first ?? Buffer.alloc(0), ...text];
    expect(all.length).toBeGreaterThan(3);
    expect(stringify).toHaveBeenCalledTimes(all.length);
    stringify.mockRestore();
    expect(`"${Buffer.concat(all).toString()}"` === JSON.stringify(LONG)).toBe(true);
  });
});
