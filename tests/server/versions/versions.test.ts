import type { FastifyInstance } from 'fastify';
import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Version } from '../../../src/api/contract';
import { DAY_MS, openApp, type OpenApp } from '../support/openApp';
import { atWork, canvasWith, editFor, long, MINUTE_MS, nowOf, textOf, versionsOf, write } from '../support/past';
import { Person, signIn } from '../support/Person';
import { sqliteIsEnough } from '../support/sqliteIsEnough';

/** An app for the tests that neither move the clock nor reopen it. */
let shared: OpenApp;
beforeAll(async () => {
  shared = await openApp({}, { lifetime: 'file' });
});

/** The session has expired by then. */
async function signInAgain(app: FastifyInstance, person: Person): Promise<void> {
  person.cookie = (await signIn(app)).cookie;
}

/** All calls about a project's past. */
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
    const { jiwoo, id, clock } = await atWork(await openApp());
    expect(await versionsOf(jiwoo, id)).toEqual([]);

    await editFor(25, { person: jiwoo, id, clock });
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

  it('begin a new session after half an hour of quiet', async () => {
    const { jiwoo, id, clock } = await atWork(shared);
    await editFor(1, { person: jiwoo, id, clock, what: 'yesterday' });
    clock.pass(29 * MINUTE_MS);
    await jiwoo.patch(id, write('soon'));
    clock.pass(30 * MINUTE_MS);
    await jiwoo.patch(id, write('later'));
    const kinds = (await versionsOf(jiwoo, id)).map(({ kind }) => kind);
    expect(kinds).toEqual(['session', 'interval', 'session']);
  });

  it('are not made by a patch that says only where somebody looks [SAVE-15]', async () => {
    const { jiwoo, id, clock } = await atWork(shared);
    clock.pass(31 * MINUTE_MS);
    const look = await jiwoo.patch(id, [{ op: 'replace', path: '/viewport', value: { x: 30, y: 0, zoom: 2 } }]);
    expect(look.statusCode).toBe(200);
    expect(await versionsOf(jiwoo, id)).toEqual([]);
    await jiwoo.patch(id, write('and then a word'));
    expect(await versionsOf(jiwoo, id)).toHaveLength(1);
  });

  it('are not made of unchanged canvases, nor by an empty patch', async () => {
    const { jiwoo, id, clock } = await atWork(shared);
    await jiwoo.patch(id, []);
    clock.pass(DAY_MS);
    await jiwoo.patch(id, []);
    expect(await versionsOf(jiwoo, id)).toEqual([]);
    const kept = (await jiwoo.post(`/projects/${id}/versions`, { name: 'Here' })).json<Version>();
    await jiwoo.patch(id, write('next'));
    expect((await versionsOf(jiwoo, id)).map((each) => each.id)).toEqual([kept.id]);
  });

  it('go on after the clock was put back', async () => {
    const { app, jiwoo, id, clock } = await atWork(await openApp());
    clock.pass(365 * DAY_MS);
    await signInAgain(app, jiwoo);
    await jiwoo.patch(id, write('in a wrong year'));
    clock.pass(-365 * DAY_MS);
    await jiwoo.patch(id, write('in the right one'));
    expect(await versionsOf(jiwoo, id)).toHaveLength(2);
  });

  it('outlive the compaction of the patches they rest on', async () => {
    const { jiwoo, id, clock, reopen } = await atWork(await openApp());
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
    const { app, jiwoo, id, clock } = await atWork(await openApp());
    const made = async () => (await versionsOf(jiwoo, id)).length;
    await editFor(121, { person: jiwoo, id, clock });
    expect(await made()).toBe(13);

    clock.pass(DAY_MS);
    await jiwoo.patch(id, write('a day later'));
    // 03:01 to 05:01: the last of each of three hours, and today's.
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
    const { app, jiwoo, id, clock } = await atWork(await openApp());
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
    const { app, jiwoo, id, clock } = await atWork(await openApp());
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

  it('are deleted for good, and their canvas with them', async () => {
    const { jiwoo, id, db, reopen } = await atWork(await openApp());
    const kept = (await jiwoo.post(`/projects/${id}/versions`, { name: '' })).json<Version>();
    expect(await textOf(jiwoo, id, kept)).toBe('first');
    expect(await db.selectFrom('canvas_text').select('id').execute()).toHaveLength(2);
    expect((await jiwoo.delete(`/projects/${id}/versions/${kept.id}`)).statusCode).toBe(204);
    expect((await jiwoo.delete(`/projects/${id}/versions/${kept.id}`)).statusCode).toBe(404);
    expect(await versionsOf(jiwoo, id)).toEqual([]);

    // The end waits for what is going.
    const again = await reopen();
    expect(await again.db.selectFrom('canvas_text').select('id').execute()).toHaveLength(1);
    expect(await nowOf(new Person(again.app, jiwoo.cookie), id)).toBe('first');
  });

  it('are made once when the answer was lost and the person asks again', async () => {
    const { jiwoo, id } = await atWork(shared);
    const keep = async (name: string): Promise<Version> =>
      (await jiwoo.post(`/projects/${id}/versions`, { name })).json<Version>();
    const first = await keep('For the client');
    expect(await keep('For the client')).toEqual(first);
    const [second, again] = await Promise.all([keep('For me'), keep('For me')]);
    expect(again).toEqual(second);
    expect(second.id).not.toBe(first.id);

    await jiwoo.patch(id, write('another state'));
    expect(await keep('For me')).toMatchObject({ revision: 2 });
    expect((await versionsOf(jiwoo, id)).filter(({ kind }) => kind === 'kept')).toHaveLength(3);
  });

  it.skipIf(sqliteIsEnough)('are at most 100', async () => {
    const { jiwoo, id } = await atWork(shared);
    await jiwoo.patch(id, write('second'));
    const [made] = await versionsOf(jiwoo, id);
    for (let each = 0; each < 100; each += 1) await jiwoo.post(`/projects/${id}/versions`, { name: `${each}` });
    for (const refused of [
      await jiwoo.post(`/projects/${id}/versions`, { name: 'one more' }),
      await jiwoo.put(`/projects/${id}/versions/${made?.id}/name`, { name: 'one more' }),
    ]) {
      expect([refused.statusCode, refused.json<{ code: string }>().code]).toEqual([409, 'tooManyVersions']);
    }
    const [newest] = await versionsOf(jiwoo, id);
    await jiwoo.delete(`/projects/${id}/versions/${newest?.id}`);
    expect((await jiwoo.post(`/projects/${id}/versions`, { name: 'one more' })).statusCode).toBe(201);
  });

  it('are refused where there is nothing to keep, and with a name that is too long', async () => {
    const { jiwoo, id } = await atWork(shared);
    const empty = await jiwoo.create('Empty', '');
    const refused = await jiwoo.post(`/projects/${empty}/versions`, { name: '' });
    expect([refused.statusCode, refused.json<{ code: string }>().code]).toEqual([409, 'noCanvas']);
    const long = { name: '강'.repeat(201) };
    expect((await jiwoo.post(`/projects/${id}/versions`, long)).statusCode).toBe(413);
    expect((await jiwoo.post(`/projects/${id}/versions`, {})).statusCode).toBe(400);
  });
});

describe('the past is for its member only', () => {
  it('a visitor is asked to sign in, another member finds nothing', async () => {
    const { app, jiwoo, id } = await atWork(shared);
    const minsu = await signIn(app, '민수');
    const kept = (await jiwoo.post(`/projects/${id}/versions`, { name: 'mine' })).json<Version>();
    for (const call of calls(id, kept.id)) {
      expect((await call(new Person(app))).statusCode).toBe(401);
      expect((await call(minsu)).json()).toMatchObject({ code: 'projectNotFound' });
    }
    expect(await versionsOf(jiwoo, id)).toEqual([kept]);
  });

  it.skipIf(sqliteIsEnough)('a version is found through its own project only', async () => {
    const { jiwoo, id } = await atWork(shared);
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

  it('is requested again each time, and sent only when it is not cached', async () => {
    const { app, jiwoo, id } = await atWork(shared);
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
    const { clock, jiwoo, id, reopen } = await atWork(await openApp());
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
