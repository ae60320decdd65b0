import type { AddressInfo } from 'node:net';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { RawConnection } from '../abuse/support/RawConnection';
import { plainPicture } from '../generation/support/FakeImageEngine';
import { writeManyTakes } from '../support/manyTakes';
import { openApp } from '../support/openApp';
import { signIn, textNode } from '../support/Person';
import type { Person } from '../support/Person';
import { MEBIBYTE } from '../../../server/bytes';

const NOISE = { type: 'gaussian', mean: 128, sigma: 60 } as const;

async function listening(env = {}) {
  const opened = await openApp(env);
  await opened.app.listen({ port: 0, host: '127.0.0.1' });
  const url = `http://127.0.0.1:${(opened.app.server.address() as AddressInfo).port}`;
  return { ...opened, url };
}

/** Announces a body and sends only its beginning. */
async function begin(url: string, { cookie }: Person, path: string, bytes: number): Promise<RawConnection> {
  const line = await RawConnection.open(url);
  line.say(
    `POST ${path} HTTP/1.1\r\nhost: x\r\ncookie: ${cookie}\r\ncontent-type: application/json\r\ncontent-length: ${bytes}\r\n\r\n`,
  );
  line.say('{"name":"');
  line.drip('a'.repeat(64 * 1024), 100);
  return line;
}

/** The member keeps working: saves, creates and uploads. */
async function worksOn(who: Person): Promise<void> {
  const projectId = await who.create();
  expect(projectId).toBeGreaterThan(0);
  for (let save = 0; save < 5; save += 1) {
    const saved = await who.patch(projectId, [{ op: 'add', path: '/nodes/-', value: textNode(`n${save}`) }]);
    expect(saved.statusCode).toBe(200);
  }
  expect((await who.upload('POST', '/files', 'file', await plainPicture('#118833'))).statusCode).toBe(201);
  const long = JSON.stringify({ name: 'long', canvas: '', more: 'x'.repeat(4 * MEBIBYTE) });
  expect((await postJson(who, long)).statusCode).toBe(201);
}

const postJson = (who: Person, body: string) => who.post('/projects', body, { 'content-type': 'application/json' });

/** A new project so long that a thread reads it, with very many values. */
const bodyOf = (bytes: number): string => `{"name":"a","canvas":"","more":[${'1,'.repeat(bytes / 2)}1]}`;

describe('twelve bodies of 250 MiB that never end', () => {
  it('of one member: one is read, the others are put off, and everybody else continues [FLIGHT-1]', async () => {
    const { app, url } = await listening();
    const hostile = await signIn(app);
    const other = await signIn(app, '다른 사람');
    const first = await begin(url, hostile, '/projects', 250 * MEBIBYTE);
    await expect.poll(async () => (await other.get('/metrics')).body).toMatch(/^bodies_bytes 262144000$/m);
    const lines = await Promise.all(Array.from({ length: 11 }, () => begin(url, hostile, '/projects', 250 * MEBIBYTE)));
    expect(await Promise.all(lines.map((line) => line.status()))).toEqual(lines.map(() => 503));
    await worksOn(other);
    for (const line of [first, ...lines]) line.leave();
    await expect.poll(async () => (await other.get('/metrics')).body).toMatch(/^bodies_bytes 0$/m);
  });

  it('of twelve members: as many are read as have room, and everybody else works on [FLIGHT-1]', async () => {
    const { app, url } = await listening();
    const lines: RawConnection[] = [];
    for (let number = 0; number < 12; number += 1) {
      lines.push(await begin(url, await signIn(app, `hostile ${number}`), '/projects', 250 * MEBIBYTE));
    }
    expect(await Promise.all(lines.slice(2).map((line) => line.status()))).toEqual(lines.slice(2).map(() => 503));
    await worksOn(await signIn(app, '다른 사람'));
    for (const line of lines) line.leave();
  });

  it('say when to try again [FLIGHT-1]', async () => {
    const { app, url } = await listening();
    const hostile = await signIn(app);
    const line = await begin(url, hostile, '/projects', 250 * MEBIBYTE);
    await expect.poll(async () => (await hostile.get('/metrics')).body).toMatch(/^bodies_bytes 262144000$/m);
    const announced = { 'content-type': 'application/json', 'content-length': String(100 * MEBIBYTE) };
    const refused = await hostile.post('/projects', '{"name":"', announced);
    expect(refused.statusCode).toBe(503);
    expect(refused.json()).toMatchObject({ code: 'serverBusy' });
    expect(refused.headers['retry-after']).toBe('5');
    line.leave();
  });
});

describe('a long body', () => {
  it('is not read for a project that is not theirs [FLIGHT-2]', async () => {
    const { app, url } = await listening();
    const owner = await signIn(app);
    const projectId = await owner.create();
    const stranger = await signIn(app, '다른 사람');
    const line = await begin(url, stranger, `/projects/${projectId}`, 200 * MEBIBYTE);
    expect(await line.status()).toBe(404);
    line.leave();
    const patch = JSON.stringify([{ op: 'add', path: '/x', value: 'x'.repeat(MEBIBYTE) }]);
    expect((await stranger.patch(projectId, patch)).statusCode).toBe(404);
    expect((await stranger.patch(projectId, '[]')).statusCode).toBe(404);
  });

  it('of one member never holds all threads, nor those of two the turn of others [FLIGHT-3]', async () => {
    const { app } = await openApp();
    const [busy, other] = [await signIn(app), await signIn(app, '다른 사람')];
    const both = [busy, await signIn(app, '민수')];
    const ended: string[] = [];
    const create = async (who: Person, name: string, body: string) => {
      const answer = await postJson(who, body);
      ended.push(name);
      return answer.statusCode;
    };
    const body = bodyOf(3 * MEBIBYTE);
    const long = [0, 1, 2].flatMap((number) => both.map((who) => create(who, `long ${number}`, body)));
    expect(await create(other, 'short', bodyOf(MEBIBYTE / 2))).toBe(201);
    // In the order of coming it would be after five of them.
    expect(ended.length).toBeLessThanOrEqual(4);
    expect(await Promise.all(long)).toEqual(long.map(() => 201));
  });

  it('of a member who has too many of them waiting is put off [FLIGHT-3]', async () => {
    const { app } = await openApp();
    const [busy, other] = [await signIn(app), await signIn(app, '다른 사람')];
    const body = bodyOf(MEBIBYTE / 4);
    const answers = await Promise.all(Array.from({ length: 40 }, () => postJson(busy, body)));
    const refused = answers.filter(({ statusCode }) => statusCode !== 201);
    expect(refused.length).toBeGreaterThan(0);
    for (const answer of refused) {
      expect(answer.statusCode).toBe(503);
      expect(answer.json()).toMatchObject({ code: 'serverBusy' });
    }
    expect((await postJson(other, body)).statusCode).toBe(201);
  });

  it('that unpacks to more than a thread may hold is refused, and nobody else notices [FLIGHT-4]', async () => {
    const { app } = await openApp();
    const [hostile, other] = [await signIn(app), await signIn(app, '다른 사람')];
    const projectId = await other.create();
    const bomb = Buffer.concat([
      Buffer.from('{"name":"a","canvas":"","more":['),
      Buffer.alloc(48 * MEBIBYTE, '{},'),
      Buffer.from('0]}'),
    ]);
    const sent = hostile.send({
      method: 'POST',
      url: '/projects',
      headers: { 'content-type': 'application/json' },
      payload: bomb,
    });
    expect((await other.patch(projectId, [])).statusCode).toBe(200);
    const answer = await sent;
    expect(answer.statusCode).toBe(413);
    expect(answer.json()).toMatchObject({ code: 'canvasTooLarge' });
    const inText = await hostile.post('/projects', { name: 'a', canvas: `[${'[],'.repeat(12 * MEBIBYTE)}0]` });
    expect(inText.json()).toMatchObject({ code: 'canvasTooLarge' });
    expect(
      (await hostile.post('/projects', { name: 'a', canvas: '', more: ',{["'.repeat(6 * MEBIBYTE) })).statusCode,
    ).toBe(201);
  });
});

describe('a large canvas that somebody reads slowly', () => {
  it('counts until it is read, or its reader is gone [FLIGHT-5]', async () => {
    const { app, url } = await listening();
    const person = await signIn(app);
    const node = { ...(textNode('a') as Record<string, unknown>), more: 'x'.repeat(24 * MEBIBYTE) };
    const canvas = JSON.stringify({ nodes: [node], edges: [], viewport: { x: 0, y: 0, zoom: 1 } });
    const projectId = await person.create('large', canvas);
    const open = async () => {
      const line = await RawConnection.open(url);
      line.say(`GET /projects/${projectId} HTTP/1.1\r\nhost: x\r\ncookie: ${person.cookie}\r\n\r\n`);
      expect(await line.status()).toBe(200);
      line.rest();
      return line;
    };
    const body = await begin(url, person, '/projects', 250 * MEBIBYTE);
    await expect.poll(async () => (await person.get('/metrics')).body).toMatch(/^bodies_bytes 262144000$/m);
    const readers = [await open(), await open()];
    // A third one is more than the 320 MiB of a member.
    const refused = await person.get(`/projects/${projectId}`);
    expect(refused.statusCode).toBe(503);
    expect(refused.json()).toMatchObject({ code: 'serverBusy' });
    for (const reader of readers) reader.leave();
    await expect.poll(async () => (await person.get(`/projects/${projectId}`)).statusCode).toBe(200);
    body.leave();
  });

  it('counts as a version before it is unpacked, also to be restored [FLIGHT-5]', async () => {
    const { app, url } = await listening();
    const person = await signIn(app);
    const node = { ...(textNode('a') as Record<string, unknown>), more: 'x'.repeat(3 * MEBIBYTE) };
    const canvas = JSON.stringify({ nodes: [node], edges: [], viewport: { x: 0, y: 0, zoom: 1 } });
    const projectId = await person.create('large', canvas);
    const { id } = (await person.post(`/projects/${projectId}/versions`, { name: 'a' })).json<{ id: number }>();
    const path = `/projects/${projectId}/versions/${id}`;
    expect((await person.get(path)).body).toBe(canvas);
    const figures = async () => (await person.get('/metrics')).body;
    const bodies = [
      await begin(url, person, '/projects', 250 * MEBIBYTE),
      await begin(url, person, '/projects', 68 * MEBIBYTE),
    ];
    await expect.poll(figures).toMatch(new RegExp(`^bodies_bytes ${318 * MEBIBYTE}$`, 'm'));
    for (const refused of [await person.get(path), await person.post(`${path}/restore`)]) {
      expect(refused.statusCode).toBe(503);
      expect(refused.json()).toMatchObject({ code: 'serverBusy' });
      expect(refused.headers['retry-after']).toBe('5');
    }
    // One that is there already takes no memory.
    expect((await person.get(path, { 'if-none-match': `"version-${id}"` })).statusCode).toBe(304);
    expect(await figures()).toMatch(/^canvas_tasks_total\{task="unpack",thread="worker"\} 1$/m);
    for (const body of bodies) body.leave();
    await expect.poll(async () => (await person.post(`${path}/restore`)).statusCode).toBe(200);
    await expect.poll(figures).toMatch(/^bodies_bytes 0$/m);
  });

  it('counts as a page of takes with long words, too [FLIGHT-5]', async () => {
    const { app, db, url } = await listening();
    const person = await signIn(app);
    const { memberId } = (await person.get('/member')).json<{ memberId: string }>();
    const projectId = await person.create();
    await writeManyTakes(db, { memberId, projectId, from: 1, count: 200 });
    const recipe = { model: 'm', settings: {}, items: [{ type: 'text_prompt', content: 'x'.repeat(100_000) }] };
    await db
      .updateTable('take')
      .set({ recipe: JSON.stringify(recipe) })
      .execute();
    const path = `/projects/${projectId}/takes?limit=200`;
    const bodies = [
      await begin(url, person, '/projects', 250 * MEBIBYTE),
      await begin(url, person, '/projects', 45 * MEBIBYTE),
    ];
    const figures = async () => (await person.get('/metrics')).body;
    await expect.poll(figures).toMatch(new RegExp(`^bodies_bytes ${295 * MEBIBYTE}$`, 'm'));
    const line = await RawConnection.open(url);
    line.say(`GET ${path} HTTP/1.1\r\nhost: x\r\ncookie: ${person.cookie}\r\n\r\n`);
    expect(await line.status()).toBe(200);
    line.rest();
    expect(await figures()).toMatch(/^bodies_bytes 32\d{7}$/m);
    const refused = await person.get(path);
    expect([refused.statusCode, refused.json()]).toEqual([503, expect.objectContaining({ code: 'serverBusy' })]);
    line.leave();
    await expect.poll(async () => (await person.get(path)).statusCode).toBe(200);
    for (const body of bodies) body.leave();
    await expect.poll(figures).toMatch(/^bodies_bytes 0$/m);
  });
});

describe('a picture whose signer is looked for', () => {
  it('counts before it is read', async () => {
    const { app, db, url } = await listening();
    const person = await signIn(app);
    const noise = { create: { width: 1200, height: 1000, channels: 3, background: '#888', noise: NOISE } } as const;
    const picture = await sharp(noise).png().toBuffer();
    const uploaded = await person.upload('POST', '/files', 'file', picture);
    const path = `${uploaded.json<{ url: string }>().url}/credentials`;
    // It came before signers were looked for.
    await db.updateTable('file').set({ signed_by: null }).execute();
    const bodies = [
      await begin(url, person, '/projects', 250 * MEBIBYTE),
      await begin(url, person, '/projects', 68 * MEBIBYTE),
    ];
    const figures = async () => (await person.get('/metrics')).body;
    await expect.poll(figures).toMatch(new RegExp(`^bodies_bytes ${318 * MEBIBYTE}$`, 'm'));
    const refused = await person.get(path);
    expect([refused.statusCode, refused.json()]).toEqual([503, expect.objectContaining({ code: 'serverBusy' })]);
    for (const body of bodies) body.leave();
    await expect.poll(async () => (await person.get(path)).statusCode).toBe(200);
    await expect.poll(figures).toMatch(/^bodies_bytes 0$/m);
  });
});
