import { beforeAll, describe, expect, it } from 'vitest';
import { plainPicture } from '../generation/support/FakeImageEngine';
import { openApp, type OpenApp } from '../support/openApp';
import { Person, emptyCanvas, signIn, textNode } from '../support/Person';

let one: OpenApp;
let other: OpenApp;
beforeAll(async () => {
  one = await openApp({}, { lifetime: 'file' });
  other = await one.beside();
});

/** The same person at two servers, as behind a proxy that switches between them. */
async function atBoth(name: string): Promise<[Person, Person]> {
  const here = await signIn(one.app, name);
  return [here, new Person(other.app, here.cookie)];
}

const add = (id: string): object[] => [{ op: 'add', path: '/nodes/-', value: textNode(id) }];

/** Adds a node as the app saves: on the known revision, and again on the newer one of the answer. */
async function save(person: Person, projectId: number, id: string, known: { revision: number }): Promise<void> {
  for (;;) {
    const headers = { 'if-match': `"${known.revision}"`, 'idempotency-key': id };
    const answer = await person.patch(projectId, add(id), headers);
    const { revision } = answer.json<{ revision: number }>();
    if (answer.statusCode === 200 || answer.statusCode === 412) known.revision = revision;
    if (answer.statusCode === 200) return;
    // A repeated key would get the stored 412: a save on another revision needs a new key.
    if (answer.statusCode === 412) id = `${id}'`;
    else if (answer.statusCode !== 503) throw new Error(`${answer.statusCode}: ${answer.body}`);
  }
}

const namesOf = async (person: Person, projectId: number): Promise<string[]> =>
  (await person.canvas(projectId)).nodes.map((node) => node.id.replaceAll("'", ''));

const numbered = (letter: string, count: number): string[] =>
  Array.from({ length: count }, (_, index) => `${letter}${index}`);

describe('two servers on one PostgreSQL', () => {
  it('share sessions: a sign-out at one is a sign-out at the other', async () => {
    const [here, there] = await atBoth('세션');
    expect((await there.get('/member')).json()).toEqual((await here.get('/member')).json());
    expect((await there.post('/auth/logout')).statusCode).toBe(204);
    expect((await here.get('/member')).statusCode).toBe(401);
  });

  it('show the same projects, and a deleted one is gone at both', async () => {
    const [here, there] = await atBoth('목록');
    const id = await here.create('첫 물길', { ...emptyCanvas(), nodes: [textNode('a', '강')] });
    expect((await there.canvas(id)).nodes).toEqual([textNode('a', '강')]);
    await there.put(`/projects/${id}/name`, { name: '바다' });
    expect((await here.get('/projects')).json()).toMatchObject([{ projectId: id, name: '바다' }]);
    await here.patch(id, add('b'));
    expect((await here.delete(`/projects/${id}`)).statusCode).toBe(204);
    expect((await there.get(`/projects/${id}`)).statusCode).toBe(404);
    expect((await there.patch(id, add('c'))).statusCode).toBe(404);
  });

  it('take 220 saves of one canvas in turn and at once, compact its log and lose none', async () => {
    const [here, there] = await atBoth('저장');
    const id = await here.create('Flow', emptyCanvas());
    const [mine, yours] = [numbered('a', 110), numbered('b', 110)];
    const write = async (person: Person, names: string[]): Promise<void> => {
      const known = { revision: 1 };
      for (const name of names) await save(person, id, name, known);
    };
    await Promise.all([write(here, mine), write(there, yours)]);

    const names = await namesOf(here, id);
    expect(names.toSorted()).toEqual([...mine, ...yours].toSorted());
    expect(await namesOf(there, id)).toEqual(names);
    expect((await there.get(`/projects/${id}`)).headers['etag']).toBe('"221"');
    // Each person's own saves are in the order in which they were made.
    expect(names.filter((name) => name.startsWith('a'))).toEqual(mine);
    // Memory equals the tables.
    const fresh = await one.beside();
    expect(await namesOf(new Person(fresh.app, here.cookie), id)).toEqual(names);
    await fresh.close();
  });

  it('read byte for byte what the other has written in parts, and change it', async () => {
    const [here, there] = await atBoth('큰것');
    const long = '물이 "흐른다"\\\n\u0001 🌊'.repeat(30_000);
    const canvas = JSON.stringify({ ...emptyCanvas(), nodes: [textNode('river', long)] }, null, 1);
    const id = await here.create('Flow', canvas);
    expect((await there.get(`/projects/${id}`)).json<{ canvas: string }>().canvas === canvas).toBe(true);
    expect((await there.patch(id, add('pond'))).statusCode).toBe(200);
    expect(await namesOf(here, id)).toEqual(['river', 'pond']);
    const longer = '강물 🌊'.repeat(30_000);
    const sent = [{ op: 'replace', path: '/nodes/0/data/value', value: longer }];
    expect((await there.patch(id, sent, { 'if-match': '"2"' })).statusCode).toBe(200);
    expect((await here.canvas(id)).nodes).toEqual([textNode('river', longer), textNode('pond')]);
    const late = await here.patch(id, add('late'), { 'if-match': '"2"' });
    expect(late.json()).toMatchObject({ revision: 3, patches: [{ revision: 3, patch: sent }] });
    const versions = (await here.get(`/projects/${id}/versions`)).json<{ id: number }[]>();
    const first = await here.get(`/projects/${id}/versions/${versions[0]?.id}`);
    expect(first.body === canvas).toBe(true);
  });

  it('apply a save that both are sent at once a single time, and answer it the same', async () => {
    const [here, there] = await atBoth('한번');
    const id = await here.create('Flow', emptyCanvas());
    const names = numbered('n', 20);
    for (const name of names) {
      const key = { 'idempotency-key': name };
      const answers = await Promise.all([here, there].map((person) => person.patch(id, add(name), key)));
      expect(answers.map((answer) => answer.statusCode)).toEqual([200, 200]);
      expect(answers[1]?.json()).toEqual(answers[0]?.json());
    }
    expect(await namesOf(there, id)).toEqual(names);
  });

  it('answer a save on an old revision, sent to both at once, as the first of them did', async () => {
    const [here, there] = await atBoth('뒤늦음');
    const id = await here.create('Flow', emptyCanvas());
    await here.patch(id, add('before'));
    const headers = { 'idempotency-key': 'late', 'if-match': '"1"' };
    const answers = await Promise.all([here, there].map((person) => person.patch(id, add('late'), headers)));
    expect(answers.map((answer) => answer.statusCode)).toEqual([412, 412]);
    expect(await namesOf(here, id)).toEqual(['before']);
  });

  it('keep versions, restore and replace at once, and every version still shows its own canvas', async () => {
    const [here, there] = await atBoth('판본');
    const id = await here.create('Flow', { ...emptyCanvas(), nodes: [textNode('first')] });
    const keep = async (person: Person, name: string): Promise<void> => {
      expect((await person.post(`/projects/${id}/versions`, { name })).body).toContain(name);
    };
    const push = async (person: Person, name: string): Promise<void> => {
      const snapshot = { ...emptyCanvas(), nodes: [textNode(name)] };
      const answer = await person.post(`/projects/${id}`, { pid: id, name: 'Flow', timestamp: '', snapshot });
      expect(answer.json()).toMatchObject({ projectId: id });
    };
    for (const turn of numbered('t', 6)) {
      await Promise.all([push(here, `${turn} here`), keep(there, `${turn} first`)]);
      await Promise.all([push(there, `${turn} there`), keep(here, `${turn} second`)]);
      await Promise.all([here.patch(id, add(`${turn} node`)), keep(there, `${turn} third`)]);
    }
    const versions = (await here.get(`/projects/${id}/versions`)).json<
      { id: number; revision: number; kind: string }[]
    >();
    expect(versions.filter(({ kind }) => kind === 'kept')).toHaveLength(18);
    const seen = new Map<number, string>();
    for (const version of versions) {
      const shown = await there.get(`/projects/${id}/versions/${version.id}`);
      expect(shown.statusCode).toBe(200);
      // Two versions of one revision have the same canvas.
      expect(seen.get(version.revision) ?? shown.body).toBe(shown.body);
      seen.set(version.revision, shown.body);
    }
  });

  it('keep a picture that is uploaded at one while the other deletes the same bytes', async () => {
    const [here] = await atBoth('버림');
    const [, there] = await atBoth('가져옴');
    const id = await here.create();
    const show = (bytes: Buffer) => here.upload('PUT', `/projects/${id}/thumbnail`, 'thumbnail', bytes);
    const pictures = await Promise.all(
      numbered('', 15).map((number) => plainPicture(`#2f6b${number.padStart(2, '0')}`)),
    );
    const last = await plainPicture('#ffffff');
    for (const picture of pictures) {
      await show(picture);
      const [kept] = await Promise.all([there.upload('POST', '/files', 'file', picture), show(last)]);
      expect(kept.statusCode).toBe(201);
      expect((await there.get(kept.json<{ url: string }>().url)).rawPayload).toEqual(picture);
    }
  });

  it('lose nothing that was acknowledged when one of them is closed in the middle', async () => {
    const [here, there] = await atBoth('닫힘');
    const third = await one.beside();
    const leaving = new Person(third.app, here.cookie);
    const id = await here.create('Flow', emptyCanvas());
    const [mine, yours] = [numbered('a', 30), numbered('b', 30)];
    const write = async (person: Person, names: string[]): Promise<void> => {
      const known = { revision: 1 };
      for (const name of names) await save(person, id, name, known);
    };
    const moving = async (): Promise<void> => {
      await write(leaving, yours.slice(0, 10));
      await third.close();
      await write(there, yours.slice(10));
    };
    await Promise.all([write(here, mine), moving()]);
    expect((await namesOf(there, id)).toSorted()).toEqual([...mine, ...yours].toSorted());
  });
});
