import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import sharp from 'sharp';
import { describe, expect, it, vi } from 'vitest';
import { VersionStore } from '../../server/versions/VersionStore';
import type { Version } from '../../src/api/contract';
import { DAY_MS, openApp, type OpenApp, type TestClock } from './support/openApp';
import { Person, emptyCanvas, signIn, textNode } from './support/Person';

const MINUTE_MS = 60_000;

const write = (value: string) => [{ op: 'replace', path: '/nodes/0/data/value', value }];
const canvasWith = (value: string) => ({ ...emptyCanvas(), nodes: [textNode('a', value)] });
/** Three of these are a log that is folded. */
const long = (edit: number): string => `edit ${edit} ${'-'.repeat(1_500_000)}`;
const push = (id: number, value: string) => ({ pid: id, name: 'x', timestamp: 'now', snapshot: canvasWith(value) });
const versionsOf = async (person: Person, id: number): Promise<Version[]> =>
  (await person.get(`/projects/${id}/versions`)).json();
const textOf = async (person: Person, id: number, version: Version | undefined): Promise<unknown> => {
  const answer = await person.get(`/projects/${id}/versions/${version?.id}`);
  expect(answer.statusCode).toBe(200);
  return answer.json<{ nodes: { data: { value: unknown } }[] }>().nodes[0]?.data.value;
};
const nowOf = async (person: Person, id: number): Promise<unknown> => (await person.canvas(id)).nodes[0]?.data['value'];

/** Somebody with a project of one text, which says 'first'. */
async function atWork(): Promise<OpenApp & { jiwoo: Person; id: number }> {
  const opened = await openApp();
  const jiwoo = await signIn(opened.app);
  return { ...opened, jiwoo, id: await jiwoo.create('Rivers', canvasWith('first')) };
}

/** So much later the session is over. */
async function signInAgain(app: FastifyInstance, person: Person): Promise<void> {
  person.cookie = (await signIn(app)).cookie;
}

/** Saves once a minute. */
async function editFor(minutes: number, person: Person, id: number, clock: TestClock, what = 'minute'): Promise<void> {
  for (let minute = 1; minute <= minutes; minute += 1) {
    clock.pass(MINUTE_MS);
    expect((await person.patch(id, write(`${what} ${minute}`))).statusCode).toBe(200);
  }
}

/** Everything that can be asked of a project's past. */
const calls = (id: number, version: number) => [
  (person: Person) => person.get(`/projects/${id}/versions`),
  (person: Person) => person.post(`/projects/${id}/versions`, { name: '' }),
  (person: Person) => person.get(`/projects/${id}/versions/${version}`),
  (person: Person) => person.put(`/projects/${id}/versions/${version}/name`, { name: 'x' }),
  (person: Person) => person.delete(`/projects/${id}/versions/${version}`),
  (person: Person) => person.post(`/projects/${id}/versions/${version}/restore`),
];

describe('versions made by themselves', () => {
  it('begin with the state that the first save of a session changes, and follow every 10 minutes', async () => {
    const { jiwoo, id, clock } = await atWork();
    expect(await versionsOf(jiwoo, id)).toEqual([]);

    await editFor(25, jiwoo, id, clock);
    const [third, second, first, ...more] = await versionsOf(jiwoo, id);
    expect(more).toEqual([]);
    expect([first?.kind, second?.kind, third?.kind]).toEqual(['session', 'interval', 'interval']);
    expect([first?.createdAt, second?.createdAt, third?.createdAt]).toEqual([
      '2026-11-21T03:01:00.000Z',
      '2026-11-21T03:11:00.000Z',
      '2026-11-21T03:21:00.000Z',
    ]);
    expect(await textOf(jiwoo, id, first)).toBe('first');
    expect(await textOf(jiwoo, id, second)).toBe('minute 10');
    expect(await textOf(jiwoo, id, third)).toBe('minute 20');
  });

  it('tell a new session by half an hour of quiet', async () => {
    const { jiwoo, id, clock } = await atWork();
    await editFor(1, jiwoo, id, clock, 'yesterday');
    clock.pass(29 * MINUTE_MS);
    await jiwoo.patch(id, write('soon'));
    clock.pass(30 * MINUTE_MS);
    await jiwoo.patch(id, write('later'));
    const kinds = (await versionsOf(jiwoo, id)).map(({ kind }) => kind);
    expect(kinds).toEqual(['session', 'interval', 'session']);
  });

  it('are not made of what has not changed, nor by a patch of nothing', async () => {
    const { jiwoo, id, clock } = await atWork();
    await jiwoo.patch(id, []);
    clock.pass(DAY_MS);
    await jiwoo.patch(id, []);
    expect(await versionsOf(jiwoo, id)).toEqual([]);
    const kept = (await jiwoo.post(`/projects/${id}/versions`, { name: 'Here' })).json<Version>();
    await jiwoo.patch(id, write('next'));
    expect((await versionsOf(jiwoo, id)).map((each) => each.id)).toEqual([kept.id]);
  });

  it('go on after the clock was put back', async () => {
    const { app, jiwoo, id, clock } = await atWork();
    clock.pass(365 * DAY_MS);
    await signInAgain(app, jiwoo);
    await jiwoo.patch(id, write('in a wrong year'));
    clock.pass(-365 * DAY_MS);
    await jiwoo.patch(id, write('in the right one'));
    expect(await versionsOf(jiwoo, id)).toHaveLength(2);
  });

  it('outlive the folding of the patches they rest on', async () => {
    const { jiwoo, id, clock, reopen } = await atWork();
    for (let edit = 1; edit <= 5; edit += 1) {
      clock.pass(10 * MINUTE_MS);
      await jiwoo.patch(id, write(long(edit)));
    }
    const again = new Person((await reopen()).app, jiwoo.cookie);
    const texts = [];
    for (const version of await versionsOf(again, id)) texts.push(await textOf(again, id, version));
    expect(texts).toEqual([long(4), long(3), long(2), long(1), 'first']);
    expect(await nowOf(again, id)).toBe(long(5));
  });

  it('thin out with age: each for a day, then one an hour, a day, a week, and none after a year', async () => {
    const { app, jiwoo, id, clock } = await atWork();
    const made = async () => (await versionsOf(jiwoo, id)).length;
    await editFor(121, jiwoo, id, clock);
    expect(await made()).toBe(13);

    clock.pass(DAY_MS);
    await jiwoo.patch(id, write('a day later'));
    // 03:01 to 05:01: the last of three hours, and today's.
    expect(await made()).toBe(4);
    clock.pass(8 * DAY_MS);
    await jiwoo.patch(id, write('the next week'));
    expect(await made()).toBe(3);
    clock.pass(400 * DAY_MS);
    await signInAgain(app, jiwoo);
    await jiwoo.patch(id, write('the year after'));
    expect((await versionsOf(jiwoo, id)).map(({ kind }) => kind)).toEqual(['session']);
  });
});

describe('versions that a person keeps', () => {
  it('have the state of now and a name, and stay', async () => {
    const { app, jiwoo, id, clock } = await atWork();
    const answer = await jiwoo.post(`/projects/${id}/versions`, { name: '  손님에게 보인 것 ' });
    expect(answer.statusCode).toBe(201);
    const kept = answer.json<Version>();
    expect(kept).toEqual({
      id: 1,
      kind: 'kept',
      name: '손님에게 보인 것',
      revision: 1,
      createdAt: '2026-11-21T03:00:00.000Z',
    });
    clock.pass(1000 * DAY_MS);
    await signInAgain(app, jiwoo);
    await jiwoo.patch(id, write('years later'));
    clock.pass(1000 * DAY_MS);
    await signInAgain(app, jiwoo);
    await jiwoo.patch(id, write('and later'));
    expect((await versionsOf(jiwoo, id)).at(-1)).toEqual(kept);
    expect(await textOf(jiwoo, id, kept)).toBe('first');
  });

  it('are named, and made to stay by that; without a name they go as they would have', async () => {
    const { app, jiwoo, id, clock } = await atWork();
    await jiwoo.patch(id, write('second'));
    const [made] = await versionsOf(jiwoo, id);
    const put = (name: string) => jiwoo.put(`/projects/${id}/versions/${made?.id}/name`, { name });
    expect((await put('The beginning')).json()).toEqual({ ...made, name: 'The beginning' });
    clock.pass(500 * DAY_MS);
    await signInAgain(app, jiwoo);
    await jiwoo.patch(id, write('third'));
    expect((await versionsOf(jiwoo, id)).map(({ name }) => name)).toEqual(['', 'The beginning']);

    await put('');
    clock.pass(MINUTE_MS * 31);
    await jiwoo.patch(id, write('fourth'));
    expect((await versionsOf(jiwoo, id)).map(({ id: each }) => each)).not.toContain(made?.id);
    expect((await put('x')).statusCode).toBe(404);
  });

  it('are deleted for good, and their canvas an hour later', async () => {
    const { jiwoo, id, clock, db, reopen } = await atWork();
    const kept = (await jiwoo.post(`/projects/${id}/versions`, { name: '' })).json<Version>();
    expect(await textOf(jiwoo, id, kept)).toBe('first');
    expect(await db.selectFrom('canvas_text').select('id').execute()).toHaveLength(2);
    expect((await jiwoo.delete(`/projects/${id}/versions/${kept.id}`)).statusCode).toBe(204);
    expect((await jiwoo.delete(`/projects/${id}/versions/${kept.id}`)).statusCode).toBe(404);
    expect(await versionsOf(jiwoo, id)).toEqual([]);

    clock.pass(60 * MINUTE_MS);
    const again = await reopen();
    await vi.waitFor(async () =>
      expect(await again.db.selectFrom('canvas_text').select('id').execute()).toHaveLength(1),
    );
    expect(await nowOf(new Person(again.app, jiwoo.cookie), id)).toBe('first');
  });

  it('are made once when the answer was lost and the person asks again', async () => {
    const { jiwoo, id } = await atWork();
    const keep = async (name: string): Promise<Version> =>
      (await jiwoo.post(`/projects/${id}/versions`, { name })).json<Version>();
    const first = await keep('For the client');
    expect(await keep('For the client')).toEqual(first);
    expect(await Promise.all([keep('For me'), keep('For me')])).toMatchObject([{ id: 2 }, { id: 2 }]);

    await jiwoo.patch(id, write('another state'));
    expect(await keep('For me')).toMatchObject({ id: 3, revision: 2 });
    expect((await versionsOf(jiwoo, id)).filter(({ kind }) => kind === 'kept')).toHaveLength(3);
  });

  it('are at most 100', async () => {
    const { jiwoo, id } = await atWork();
    for (let each = 0; each < 100; each += 1) await jiwoo.post(`/projects/${id}/versions`, { name: `${each}` });
    const refused = await jiwoo.post(`/projects/${id}/versions`, { name: 'one more' });
    expect([refused.statusCode, refused.json<{ code: string }>().code]).toEqual([409, 'tooManyVersions']);
    const [newest] = await versionsOf(jiwoo, id);
    await jiwoo.delete(`/projects/${id}/versions/${newest?.id}`);
    expect((await jiwoo.post(`/projects/${id}/versions`, { name: 'one more' })).statusCode).toBe(201);
  });

  it('are refused where there is nothing to keep, and with a name that is too long', async () => {
    const { jiwoo, id } = await atWork();
    const empty = await jiwoo.create('Empty', '');
    const refused = await jiwoo.post(`/projects/${empty}/versions`, { name: '' });
    expect([refused.statusCode, refused.json<{ code: string }>().code]).toEqual([409, 'noCanvas']);
    const long = { name: '강'.repeat(201) };
    expect((await jiwoo.post(`/projects/${id}/versions`, long)).statusCode).toBe(413);
    expect((await jiwoo.post(`/projects/${id}/versions`, {})).statusCode).toBe(400);
  });
});

describe('restoring a version', () => {
  it('is a new revision, and keeps what stood until then as a version first', async () => {
    const { jiwoo, id, clock } = await atWork();
    await editFor(2, jiwoo, id, clock);
    const [first] = await versionsOf(jiwoo, id);
    const answer = await jiwoo.post(`/projects/${id}/versions/${first?.id}/restore`);
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toEqual({
      projectId: id,
      name: 'Rivers',
      revision: 4,
      updatedAt: '2026-11-21T03:02:00.000Z',
    });
    expect(await nowOf(jiwoo, id)).toBe('first');

    const [before] = await versionsOf(jiwoo, id);
    expect(before).toMatchObject({ kind: 'restore', revision: 3 });
    await jiwoo.post(`/projects/${id}/versions/${before?.id}/restore`);
    expect(await nowOf(jiwoo, id)).toBe('minute 2');
  });

  it('reaches those who are behind as any other save does', async () => {
    const { jiwoo, id } = await atWork();
    await jiwoo.patch(id, write('second'));
    const [first] = await versionsOf(jiwoo, id);
    await jiwoo.post(`/projects/${id}/versions/${first?.id}/restore`);
    const late = await jiwoo.patch(id, write('on the second'), { 'if-match': '"2"' });
    expect([late.statusCode, late.json<{ revision: number }>().revision]).toEqual([412, 3]);
    expect((await jiwoo.patch(id, write('on the first'), { 'if-match': '"3"' })).statusCode).toBe(200);
  });

  it('brings back a canvas to the letter, whatever other versions there are of it', async () => {
    const { jiwoo, id } = await atWork();
    const [one, two] = ['{ "nodes":[],"edges":[], "viewport":{"x":0,"y":0,"zoom":1} }', 'second'];
    const other = await jiwoo.create('Spaces', one);
    await jiwoo.patch(other, [{ op: 'add', path: '/nodes/-', value: textNode('a', two) }]);
    const [first] = await versionsOf(jiwoo, other);
    await jiwoo.post(`/projects/${other}/versions/${first?.id}/restore`);
    expect((await jiwoo.get(`/projects/${other}`)).json<{ canvas: string }>().canvas).toBe(one);
    expect(await nowOf(jiwoo, id)).toBe('first');
  });

  it('keeps what is saved at the same moment, before or after it', async () => {
    const { jiwoo, id } = await atWork();
    await jiwoo.patch(id, write('second'));
    const [first] = await versionsOf(jiwoo, id);
    await Promise.all([
      jiwoo.patch(id, write('third')),
      jiwoo.post(`/projects/${id}/versions/${first?.id}/restore`),
      jiwoo.post(`/projects/${id}/versions`, { name: 'at once' }),
    ]);
    const texts: unknown[] = [await nowOf(jiwoo, id)];
    for (const version of await versionsOf(jiwoo, id)) texts.push(await textOf(jiwoo, id, version));
    expect(texts).toContain('third');
    expect(texts).toContain('first');
  });
});

describe('a whole canvas that takes the place of another', () => {
  it('without saying what it builds on leaves a version of what it replaces', async () => {
    const { jiwoo, id } = await atWork();
    await jiwoo.patch(id, write('second'));
    await jiwoo.post(`/projects/${id}`, push(id, 'pushed'));
    const [replaced, first] = await versionsOf(jiwoo, id);
    expect(replaced).toMatchObject({ kind: 'replace', revision: 2 });
    expect(await textOf(jiwoo, id, replaced)).toBe('second');
    expect(await textOf(jiwoo, id, first)).toBe('first');
  });

  it('takes no version away that rests on the patches it ends', async () => {
    const { jiwoo, id, clock } = await atWork();
    await editFor(12, jiwoo, id, clock);
    expect((await jiwoo.post(`/projects/${id}`, push(id, 'pushed'), { 'if-match': '"13"' })).statusCode).toBe(200);
    const texts = [];
    for (const version of await versionsOf(jiwoo, id)) texts.push(await textOf(jiwoo, id, version));
    expect(texts).toEqual(['minute 10', 'first']);
  });

  it('takes none away that is kept at the last moment, after the others were written down', async () => {
    const { jiwoo, id } = await atWork();
    await jiwoo.patch(id, write('second'));
    const { beforeReplacing } = VersionStore.prototype;
    const last = vi.spyOn(VersionStore.prototype, 'beforeReplacing').mockImplementationOnce(async function (
      this: VersionStore,
      ...call
    ) {
      await beforeReplacing.apply(this, call);
      await this.keep(id, 'at the last moment');
    });
    expect((await jiwoo.post(`/projects/${id}`, push(id, 'pushed'), { 'if-match': '"2"' })).statusCode).toBe(200);
    // It began anew.
    expect(last).toHaveBeenCalledTimes(2);
    last.mockRestore();
    const [kept] = await versionsOf(jiwoo, id);
    expect(kept).toMatchObject({ name: 'at the last moment', revision: 2 });
    expect(await textOf(jiwoo, id, kept)).toBe('second');
  });
});

describe('whatever comes at once', () => {
  it('every version has the canvas of its revision', async () => {
    const { jiwoo, id, clock } = await atWork();
    const at = new Map<number, string>([[1, 'first']]);
    const told = new Map<number, string>();
    const restored: boolean[] = [];
    const note = async (value: string, answer: Promise<LightMyRequestResponse>): Promise<boolean> => {
      const { statusCode, json } = await answer;
      if (statusCode === 200) at.set(json<{ revision: number }>().revision, value);
      return statusCode === 200;
    };
    const restore = async (): Promise<void> => {
      const [version] = await versionsOf(jiwoo, id);
      if (!version) return;
      const value = String(await textOf(jiwoo, id, version));
      restored.push(await note(value, jiwoo.post(`/projects/${id}/versions/${version.id}/restore`)));
    };
    for (let round = 1; round <= 8; round += 1) {
      clock.pass(11 * MINUTE_MS);
      await Promise.all([
        round % 2 === 0 ? note(long(round), jiwoo.patch(id, write(long(round)))) : undefined,
        note(`short ${round}`, jiwoo.patch(id, write(`short ${round}`))),
        jiwoo.post(`/projects/${id}/versions`, { name: `round ${round}` }),
        round % 3 === 0 ? restore() : undefined,
        round % 4 === 0 ? note(`whole ${round}`, jiwoo.post(`/projects/${id}`, push(id, `whole ${round}`))) : undefined,
      ]);
    }
    const versions = await versionsOf(jiwoo, id);
    for (const version of versions) told.set(version.revision, String(await textOf(jiwoo, id, version)));
    for (const [revision, value] of told)
      expect([revision, value.slice(0, 12)]).toEqual([revision, at.get(revision)?.slice(0, 12)]);
    expect(told.size).toBeGreaterThan(8);
    expect(restored).toContain(true);
  });
});

describe('the past is for its member only', () => {
  it('a visitor is asked to sign in, another member finds nothing', async () => {
    const { app, jiwoo, id } = await atWork();
    const minsu = await signIn(app, '민수');
    const kept = (await jiwoo.post(`/projects/${id}/versions`, { name: 'mine' })).json<Version>();
    for (const call of calls(id, kept.id)) {
      expect((await call(new Person(app))).statusCode).toBe(401);
      expect((await call(minsu)).json()).toMatchObject({ code: 'projectNotFound' });
    }
    expect(await versionsOf(jiwoo, id)).toEqual([kept]);
  });

  it('a version is found through its own project only', async () => {
    const { jiwoo, id } = await atWork();
    const other = await jiwoo.create('Other');
    const kept = (await jiwoo.post(`/projects/${id}/versions`, { name: 'mine' })).json<Version>();
    for (const call of calls(other, kept.id).slice(2)) {
      const answer = await call(jiwoo);
      expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([404, 'versionNotFound']);
    }
    for (const wrong of ['abc', '1.5', '0', '-1']) {
      expect((await jiwoo.get(`/projects/${id}/versions/${wrong}`)).statusCode).toBe(404);
    }
  });

  it('is asked for again each time, and sent only when it is not known', async () => {
    const { app, jiwoo, id } = await atWork();
    const kept = (await jiwoo.post(`/projects/${id}/versions`, { name: 'mine' })).json<Version>();
    const url = `/projects/${id}/versions/${kept.id}`;
    const { headers } = await jiwoo.get(url);
    expect(headers['cache-control']).toBe('private, no-cache');
    const known = { 'if-none-match': String(headers['etag']) };
    expect((await jiwoo.get(url, known)).statusCode).toBe(304);
    expect((await (await signIn(app, '민수')).get(url, known)).statusCode).toBe(404);
  });
});

describe('pictures of the past', () => {
  it('stay when nothing but a version names them, also behind a project that is gone for good', async () => {
    const { clock, jiwoo, id, reopen } = await atWork();
    const bytes = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#0a8f5b' } })
      .png()
      .toBuffer();
    const { url } = (await jiwoo.upload('POST', '/files', 'file', bytes)).json<{ url: string }>();
    const other = await jiwoo.create('Other', canvasWith(url));
    await jiwoo.upload('PUT', `/projects/${other}/thumbnail`, 'thumbnail', bytes);
    await jiwoo.patch(id, write(url));
    await jiwoo.post(`/projects/${id}/versions`, { name: 'with the picture' });
    await jiwoo.patch(id, write('no picture'));

    await jiwoo.delete(`/projects/${other}`);
    clock.pass(31 * DAY_MS);
    const back = await signIn((await reopen()).app);
    const [kept] = await versionsOf(back, id);
    expect(await textOf(back, id, kept)).toBe(url);
    expect((await back.get(url)).rawPayload).toEqual(bytes);
  });
});
