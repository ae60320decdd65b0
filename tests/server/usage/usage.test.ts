import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import type { Version } from '../../../src/api/contract';
import { createPictures } from '../../../server/files/pictures';
import { createFileStore } from '../../../server/files/createFileStore';
import { readDataSettings } from '../../../server/config';
import { operateTrash } from '../../../scripts/trash/operateTrash';
import { flow, image } from '../runs/support/flows';
import { ended, open as openRunning, start, told } from '../runs/support/running';
import { openApp, type OpenApp } from '../support/openApp';
import { canvasWith, write } from '../support/past';
import { emptyCanvas, signIn, textNode, type Person } from '../support/Person';
import { sqliteIsEnough } from '../support/sqliteIsEnough';

const KIB = 1024;
const words = (kib: number): string => 'x'.repeat(kib * KIB);
const add = (id: string, value: string) => [{ op: 'add', path: '/nodes/-', value: textNode(id, value) }];

function picture(background: string, size = 40): Promise<Buffer> {
  const noise = { type: 'gaussian', mean: 128, sigma: 30 } as const;
  return sharp({ create: { width: size, height: size, channels: 3, background, noise } })
    .png()
    .toBuffer();
}

const usageOf = async (person: Person): Promise<{ bytes: number; projects: number }> =>
  (await person.get('/member/usage')).json();

/** The real contents of the tables, for all members. */
async function sumOf({ db }: OpenApp): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`select
    (select coalesce(sum(bytes), 0) from canvas_text) +
    (select coalesce(sum(octet_length(patch)), 0) from patch_log) +
    (select coalesce(sum(f.bytes), 0) from file_owner o join file f on f.sha256 = o.sha256) as bytes`.execute(db);
  return Number(rows[0]?.bytes);
}

describe('what a member takes', () => {
  it('is counted as it changes: canvases, patches, versions, pictures and deleted projects [USAGE-1]', async () => {
    const opened = await openApp();
    const jiwoo = await signIn(opened.app, '지우');
    expect(await usageOf(jiwoo)).toMatchObject({ bytes: 0, bytesMax: 10 * KIB ** 3, projects: 0, projectsMax: 10_000 });
    const id = await jiwoo.create('Flow', canvasWith(words(100)));
    const agree = async () => expect((await usageOf(jiwoo)).bytes).toBe(await sumOf(opened));
    await agree();
    const png = await picture('red');
    await jiwoo.upload('POST', '/files', 'file', png);
    await jiwoo.upload('POST', '/files', 'file', png);
    await agree();
    // Short saves are added to the member's usage when they amount to 64 KiB.
    await jiwoo.patch(id, add('b', words(30)));
    expect((await usageOf(jiwoo)).bytes).toBeLessThan(await sumOf(opened));
    await jiwoo.patch(id, add('c', words(50)));
    await agree();
    await jiwoo.post(`/projects/${id}/versions`, { name: 'kept' });
    const whole = { pid: id, name: 'Flow', timestamp: '', snapshot: emptyCanvas() };
    expect((await jiwoo.post(`/projects/${id}`, whole)).statusCode).toBe(200);
    await expect.poll(async () => (await usageOf(jiwoo)).bytes - (await sumOf(opened))).toBe(0);
    await jiwoo.upload('PUT', `/projects/${id}/thumbnail`, 'thumbnail', await picture('blue'));
    await jiwoo.upload('PUT', `/projects/${id}/thumbnail`, 'thumbnail', await picture('green'));
    await agree();
    expect((await usageOf(jiwoo)).projects).toBe(1);

    await jiwoo.delete(`/projects/${id}`);
    await agree();
    expect((await usageOf(jiwoo)).projects).toBe(0);
    await operateTrash(['restore', String(id)], opened.env);
    expect((await usageOf(jiwoo)).projects).toBe(1);
    await jiwoo.delete(`/projects/${id}`);
    await operateTrash(['purge', String(id)], opened.env);
    expect(await usageOf(jiwoo)).toMatchObject({ bytes: png.byteLength, projects: 0 });
  });
});

/** A member who uses 150 of 200 KiB in a project. */
const full = async () => {
  const opened = await openApp({ STORAGE_PER_MEMBER: '200KiB' });
  const jiwoo = await signIn(opened.app, '지우');
  const id = await jiwoo.create('Flow', canvasWith(words(150)));
  return { ...opened, jiwoo, id };
};

describe('with as much as a member may take', () => {
  it('a save is refused only where the canvas grows, and nothing that is there is lost [USAGE-2]', async () => {
    const { jiwoo, id } = await full();
    const key = { 'idempotency-key': 'b' };
    expect((await jiwoo.patch(id, add('d', words(40)))).statusCode).toBe(200);
    const refused = await jiwoo.patch(id, add('b', words(40)), key);
    expect(refused.statusCode).toBe(413);
    expect(refused.json()).toMatchObject({ code: 'quota', message: expect.stringMatching(/^Your storage is full/) });
    expect((await jiwoo.canvas(id)).nodes).toHaveLength(2);
    // Long ones are measured in a thread of their own.
    expect((await jiwoo.patch(id, add('c', words(300)))).json()).toMatchObject({ code: 'quota' });
    expect(
      (await jiwoo.patch(id, [{ op: 'replace', path: '/nodes/0/position', value: { x: 123456, y: 7 } }])).statusCode,
    ).toBe(200);
    expect((await jiwoo.patch(id, write(words(100)))).statusCode).toBe(200);
    expect((await jiwoo.patch(id, [{ op: 'remove', path: '/nodes/0' }])).statusCode).toBe(200);
    const small = { pid: id, name: 'Flow', timestamp: '', snapshot: emptyCanvas() };
    expect((await jiwoo.post(`/projects/${id}`, small)).statusCode).toBe(200);
  });

  it('the save that was refused is taken once there is room again [USAGE-2]', async () => {
    const { jiwoo, id, env } = await full();
    const other = await jiwoo.create('Other', canvasWith(words(40)));
    const send = () => jiwoo.patch(id, add('b', words(20)), { 'idempotency-key': 'b' });
    expect((await send()).json()).toMatchObject({ code: 'quota' });
    await jiwoo.delete(`/projects/${other}`);
    expect((await send()).json()).toMatchObject({ code: 'quota' });
    await operateTrash(['purge', String(other)], env);
    expect((await send()).statusCode).toBe(200);
  });

  it('no picture is taken, and no project, no version; a picture that was paid for is [USAGE-3]', async () => {
    const { jiwoo, id, db, env } = await full();
    const whole = { pid: id, name: '', timestamp: '', snapshot: canvasWith(words(300)) };
    const refused = [
      await jiwoo.upload('POST', '/files', 'file', await picture('blue', 200)),
      await jiwoo.upload('PUT', `/projects/${id}/thumbnail`, 'thumbnail', await picture('blue', 200)),
      await jiwoo.post('/projects', { name: 'Another', canvas: JSON.stringify(canvasWith(words(60))) }),
      await jiwoo.post(`/projects/${id}`, whole),
    ];
    for (const answer of refused) expect(answer.json()).toMatchObject({ code: 'quota' });
    const { memberId } = (await jiwoo.get('/member')).json<{ memberId: string }>();
    await db
      .updateTable('member_usage')
      .set({ bytes: 200 * KIB })
      .execute();
    expect((await jiwoo.post(`/projects/${id}/versions`, { name: 'kept' })).json()).toMatchObject({ code: 'quota' });
    const pictures = createPictures({ db, store: createFileStore(readDataSettings(env).storage) });
    const { url } = await pictures.storeMade(memberId, await picture('green', 300));
    expect((await jiwoo.get(url)).statusCode).toBe(200);
  });

  it.skipIf(sqliteIsEnough)('no engine is asked for a picture, by a press or by a run [USAGE-3]', async () => {
    const running = await openRunning({ STORAGE_PER_MEMBER: '200KiB' });
    const { person, pid, db, painter } = running;
    const photo = `data:image/png;base64,${(await picture('blue')).toString('base64')}`;
    const withPhoto = await person.create('Flow', flow([image('photo', { value: photo }), image('a')], ['photo>a']));
    const fill = (bytes: number) => db.updateTable('member_usage').set({ bytes }).execute();
    await fill(200 * KIB);
    const wish = { projectId: pid, nodes: [{ type: 'text_prompt', content: '강' }] };
    const refused = await person.post('/nodes/generate/image', wish);
    expect([refused.statusCode, refused.json()]).toMatchObject([413, { code: 'quota' }]);
    const run = await ended(running, await start(running));
    expect(told(run)).toEqual(['a storageFull', 'b storageFull', 'c upstream', 'd upstream']);
    // There is room, but less than a picture that is still on the canvas itself takes.
    await fill(200 * KIB - 1);
    const next = { ...running, pid: withPhoto };
    expect(told(await ended(next, await start(next, { nodes: ['a'] })))).toEqual(['a storageFull']);
    expect(painter.asked).toEqual([]);
  });

  it('versions are kept as long as all of them have room, though their texts are written later [USAGE-3]', async () => {
    const { app, clock } = await openApp({ STORAGE_PER_MEMBER: '2MiB' });
    const jiwoo = await signIn(app, '지우');
    // Such words cannot be packed, as drawings and photographs that are written as text.
    const id = await jiwoo.create('Flow', canvasWith(randomBytes(450 * KIB).toString('base64')));
    const small = await jiwoo.create('Small', canvasWith('a boat'));
    const save = (word: string) => jiwoo.patch(id, add(word, word));
    const keep = (name: string, pid = id) => jiwoo.post(`/projects/${pid}/versions`, { name });
    const first = await keep('first');
    // Another name for the same state takes no further room.
    expect([first.statusCode, (await keep('sent')).statusCode]).toEqual([201, 201]);
    await save('second');
    expect((await keep('second')).statusCode).toBe(201);
    await save('third');
    for (const name of ['third', 'still the third']) {
      expect((await keep(name)).json()).toMatchObject({ code: 'quota' });
    }
    expect((await keep('small', small)).statusCode).toBe(201);
    clock.pass(11 * 60_000);
    expect((await save('fourth')).statusCode).toBe(200);
    const listed = (await jiwoo.get(`/projects/${id}/versions`)).json<Version[]>();
    expect(listed.map(({ kind, name }) => name || kind)).toEqual(['interval', 'second', 'sent', 'first']);

    const { id: version } = first.json<Version>();
    expect((await jiwoo.get(`/projects/${id}/versions/${version}`)).statusCode).toBe(200);
    const { bytes } = await usageOf(jiwoo);
    expect(bytes).toBeGreaterThan(1.5 * 1024 * KIB);
    expect((await keep('fourth')).json()).toMatchObject({ code: 'quota' });
    for (const { id: each } of listed.slice(1)) await jiwoo.delete(`/projects/${id}/versions/${each}`);
    expect((await keep('fourth')).statusCode).toBe(201);
  });

  it('a version is kept where the canvas has no room a second time, but its packed text has [USAGE-3]', async () => {
    const { app } = await openApp({ STORAGE_PER_MEMBER: '2MiB' });
    const jiwoo = await signIn(app, '지우');
    const id = await jiwoo.create('Flow', canvasWith('a boat '.repeat(220 * KIB)));
    const keep = (name: string) => jiwoo.post(`/projects/${id}/versions`, { name });
    expect((await keep('first')).statusCode).toBe(201);
    await jiwoo.patch(id, add('word', 'word'));
    expect((await keep('second')).statusCode).toBe(201);
    const listed = (await jiwoo.get(`/projects/${id}/versions`)).json<Version[]>();
    expect(listed.map(({ name }) => name)).toEqual(['second', 'first']);
  });

  it('of projects too: deleting one makes room, and a repeated creation is the first one [USAGE-4]', async () => {
    const { app } = await openApp({ PROJECTS_PER_MEMBER: '2' });
    const jiwoo = await signIn(app, '지우');
    const first = await jiwoo.create('One');
    const key = { 'idempotency-key': 'two' };
    const body = { name: 'Two', canvas: '' };
    expect((await jiwoo.post('/projects', body, key)).statusCode).toBe(201);
    expect((await jiwoo.post('/projects', body, key)).statusCode).toBe(201);
    const refused = await jiwoo.post('/projects', { name: 'Three', canvas: '' });
    expect(refused.json()).toMatchObject({ code: 'quota', message: expect.stringContaining('2 projects') });
    await jiwoo.delete(`/projects/${first}`);
    expect((await jiwoo.post('/projects', { name: 'Three', canvas: '' })).statusCode).toBe(201);
  });
});
