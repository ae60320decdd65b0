import { describe, expect, it } from 'vitest';
import { openApp } from '../support/openApp';
import { emptyCanvas, Person, signIn, textNode } from '../support/Person';
import { MEBIBYTE } from '../../../server/bytes';

const twoNodes = { ...emptyCanvas(), nodes: [textNode('a', '하나'), textNode('b', '둘')] };
const write = (value: string): object => ({ op: 'replace', path: '/nodes/0/data/value', value });

/** A member with a project that is in memory and on the disk. */
async function withProject(canvas: object = twoNodes) {
  const opened = await openApp();
  const jiwoo = await signIn(opened.app);
  const id = await jiwoo.create('Flow', canvas);
  /** The canvas from memory, and the one that a freshly started server reads. */
  const both = async () => {
    const inMemory = await jiwoo.canvas(id);
    const { app } = await opened.reopen();
    return { inMemory, onDisk: await new Person(app, jiwoo.cookie).canvas(id) };
  };
  return { jiwoo, id, both };
}

describe('a patch that is a trap', () => {
  it('leaves nothing of itself behind when its last operation fails, in memory or on the disk', async () => {
    const { jiwoo, id, both } = await withProject();
    // It is in memory from now on.
    expect((await jiwoo.patch(id, [write('하나 더')])).statusCode).toBe(200);
    for (const last of [
      { op: 'test', path: '/nodes/1/id', value: 'z' },
      { op: 'remove', path: '/nodes/9' },
      { op: 'replace', path: '/nodes/1/position', value: null },
      { op: 'copy', from: '/constructor', path: '/x' },
    ]) {
      const answer = await jiwoo.patch(id, [write('half'), { op: 'remove', path: '/nodes/1/data/value' }, last]);
      expect([409, 422]).toContain(answer.statusCode);
    }
    expect((await jiwoo.patch(id, [{ op: 'add', path: '/kept', value: 1 }])).json()).toMatchObject({ revision: 3 });
    const whole = { ...twoNodes, nodes: [textNode('a', '하나 더'), textNode('b', '둘')], kept: 1 };
    expect(await both()).toEqual({ inMemory: whole, onDisk: whole });
  });

  it('reaches for a prototype by copy, move, test or add', async () => {
    const { jiwoo, id, both } = await withProject();
    const roots = ['/constructor', '/__proto__', '/nodes/constructor', '/nodes/0/data/__proto__'];
    for (const pointer of [...roots, '/constructor/prototype']) {
      for (const operation of [
        { op: 'copy', from: pointer, path: '/x' },
        { op: 'copy', from: '/nodes/0/data', path: `${pointer}/polluted` },
        { op: 'move', from: pointer, path: '/x' },
        { op: 'test', path: pointer, value: {} },
        { op: 'add', path: `${pointer}/polluted`, value: true },
      ]) {
        expect([operation, (await jiwoo.patch(id, [operation])).statusCode]).toEqual([operation, 422]);
      }
      expect('polluted' in {}).toBe(false);
    }
    expect(await both()).toEqual({ inMemory: twoNodes, onDisk: twoNodes });
  });

  it('makes 30 MB of 747 bytes by copies of copies', async () => {
    const canvas = { ...twoNodes, x: ['물길'.repeat(20)] };
    const { jiwoo, id, both } = await withProject(canvas);
    const bomb = JSON.stringify(Array.from({ length: 18 }, () => ({ op: 'copy', from: '/x', path: '/x/-' })));
    expect(bomb.length).toBeLessThan(747);
    const answer = await jiwoo.patch(id, bomb);
    expect([answer.statusCode, answer.json()]).toEqual([413, expect.objectContaining({ code: 'patchTooLarge' })]);
    expect(await jiwoo.canvas(id)).toEqual(canvas);
    // A value that a person may send may also be copied.
    const value = '물'.repeat(MEBIBYTE);
    const large = { op: 'add', path: '/y', value };
    expect((await jiwoo.patch(id, [large, { op: 'copy', from: '/y', path: '/z' }])).statusCode).toBe(200);
    const whole = { ...canvas, y: value, z: value };
    expect(await both()).toEqual({ inMemory: whole, onDisk: whole });
  });

  it('nests 5,000 deep, by whichever way it comes', async () => {
    const { jiwoo, id, both } = await withProject();
    const deep = `${'['.repeat(5000)}${']'.repeat(5000)}`;
    const patch = `[{"op":"add","path":"/x","value":${deep}}]`;
    const canvas = JSON.stringify(twoNodes).replace(/\}$/, `,"x":${deep}}`);
    expect((await jiwoo.patch(id, patch)).statusCode).toBe(413);
    expect((await jiwoo.post('/projects', { name: 'Deep', canvas })).statusCode).toBe(413);
    const whole = `{"pid":${id},"name":"Deep","timestamp":"2026-11-21T03:00:00.000Z","snapshot":${canvas}}`;
    const pushed = await jiwoo.post(`/projects/${id}`, whole, { 'content-type': 'application/json' });
    expect(pushed.statusCode).toBe(413);
    // A patch that adds one level leads there too.
    let path = '/x';
    let last = 200;
    for (let level = 0; last === 200 && level < 100; level += 1) {
      last = (await jiwoo.patch(id, [{ op: 'add', path, value: {} }])).statusCode;
      if (last === 200) path += '/x';
    }
    expect(last).toBe(413);
    expect(path.split('/').length - 1).toBe(64);
    expect((await jiwoo.get('/projects')).json()).toHaveLength(1);
    const { inMemory, onDisk } = await both();
    expect(inMemory).toEqual(onDisk);
  });

  it('names what is no index', async () => {
    const { jiwoo, id, both } = await withProject();
    for (const index of ['-1', '01', '1e0', '4294967294', '4294967295', 'length', '1.0', ' 1', '0x1', '１']) {
      for (const operation of [
        { op: 'remove', path: `/nodes/${index}` },
        { op: 'add', path: `/nodes/${index}`, value: textNode('c') },
        { op: 'replace', path: `/nodes/${index}`, value: textNode('c') },
        { op: 'test', path: `/nodes/${index}`, value: textNode('b', '둘') },
        { op: 'copy', from: `/nodes/${index}`, path: '/x' },
        { op: 'move', from: `/nodes/${index}`, path: '/x' },
      ]) {
        expect([operation, (await jiwoo.patch(id, [operation])).statusCode]).toEqual([operation, 409]);
      }
    }
    expect(await both()).toEqual({ inMemory: twoNodes, onDisk: twoNodes });
  });

  it('replaces the whole document by the empty path: a snapshot is taken, anything else is not', async () => {
    const { jiwoo, id, both } = await withProject();
    for (const value of [null, '', 0, [], {}, { ...twoNodes, nodes: {} }]) {
      expect((await jiwoo.patch(id, [{ op: 'replace', path: '', value }])).statusCode).toBe(422);
    }
    const next = { ...emptyCanvas(), nodes: [textNode('c', '셋')] };
    expect((await jiwoo.patch(id, [{ op: 'replace', path: '', value: next }])).json()).toMatchObject({ revision: 2 });
    expect(await both()).toEqual({ inMemory: next, onDisk: next });
  });
});
