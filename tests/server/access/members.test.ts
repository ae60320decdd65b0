import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { strFromU8, unzipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { printable } from '../../../scripts/installation/printAnswer';
import { deleteMember } from '../../../scripts/members/deleteMember';
import { operateMembers } from '../../../scripts/members/operateMembers';
import { TABLE_NAMES } from '../../../scripts/move/tables';
import { readDataSettings } from '../../../server/config';
import { createFileStore } from '../../../server/files/createFileStore';
import { GOING } from '../../../server/trash/purgeProject';
import type { CreatedToken } from '../../../src/api/contract';
import { RawConnection } from '../abuse/support/RawConnection';
import { FakeImageEngine, plainPicture } from '../generation/support/FakeImageEngine';
import { openEngineApp, type EngineApp } from '../generation/support/openEngineApp';
import { flow, image, prompt } from '../runs/support/flows';
import { countRows } from '../support/manyRows';
import { Person, signIn, textNode } from '../support/Person';
import { sqliteIsEnough } from '../support/sqliteIsEnough';

const HOME = 'http://127.0.0.1:3000';

/** Signs in a member with some work, and the operator of their server. */
async function atWork(): Promise<
  EngineApp & { imageEngine: FakeImageEngine; id: string; operate: (...words: string[]) => Promise<Said> }
> {
  const imageEngine = new FakeImageEngine();
  const engineApp = await openEngineApp(imageEngine);
  const { memberId: id } = (await engineApp.person.get('/member')).json<{ memberId: string }>();
  return { ...engineApp, imageEngine, id, operate: (...words) => operateMembers(words, engineApp.env) };
}

type Said = Awaited<ReturnType<typeof operateMembers>>;

const paint = (engineApp: EngineApp) => ({
  projectId: engineApp.projectId,
  nodeId: 'image-1',
  nodes: [{ type: 'text_prompt', content: 'a calm lake' }],
});

async function make(person: Person): Promise<string> {
  const answer = await person.post('/member/tokens', { name: 'Nightly', scopes: ['read'] });
  return answer.json<CreatedToken>().token;
}

const node = (value: string) => [{ op: 'add', path: '/nodes/-', value: textNode(value, value) }];

const refuse = () => Promise.reject(new Error('the disk is gone'));

const statusOf = async (answer: Promise<{ statusCode: number }>): Promise<number> => (await answer).statusCode;

const filesIn = async ({ dataDir }: EngineApp): Promise<string[]> =>
  (await readdir(dataDir, { recursive: true })).filter((name) => name.endsWith('.png'));

describe('the list of members', () => {
  it('lists members and their data, and sends no control characters to the terminal [MEMBERS-1] [PRIVACY-5]', async () => {
    const { app, clock, operate, id } = await atWork();
    clock.pass(1);
    await signIn(app, 'Mallory\u001b]0;pwned\u0007\u202e\u009b31m\tx\ny');
    const { code, lines } = await operate('list');
    expect(code).toBe(0);
    expect(lines[0]).toBe('id\tjoined\tblocked since\tprojects\tpictures\tname');
    expect(lines[1]).toBe(`${id}\t2026-11-21 03:00 UTC\t-\t1\t0\t지우`);
    expect(lines[2]).toMatch(/\tMallory\ufffd\]0;pwned\ufffd\ufffd\ufffd31m x\ufffdy$/);
    expect(lines).toHaveLength(3);
    expect(printable('a\u0000\u001b[2J\u0085\u2028b\tc')).toBe('a\ufffd\ufffd[2J\ufffd\ufffdb\tc');
  });

  it.skipIf(sqliteIsEnough)('is empty without members, and every other word is answered with the usage', async () => {
    const { env, id } = await atWork();
    const usage = { code: 1, lines: [expect.stringMatching(/^usage: npm run members/)] };
    for (const words of [[], ['all'], ['list', id], ['block'], ['block', 'x'], ['export', id], ['delete', id, 'now']]) {
      expect(await operateMembers(words, env)).toEqual(usage);
    }
    const nobody = '-'.repeat(21);
    for (const words of [
      ['block', nobody],
      ['unblock', nobody],
      ['delete', nobody],
      ['export', nobody, '--to', 'x'],
    ]) {
      const line = `There is no member ${nobody}: 'list' shows them. Nothing was changed.`;
      expect(await operateMembers(words, env)).toEqual({ code: 1, lines: [line] });
    }
    const nowhere = await operateMembers(['list'], { DATA_DIR: '/nowhere/at/all' });
    expect(nowhere).toMatchObject({ code: 1, lines: [expect.stringContaining('/nowhere/at/all/mulgil.db')] });
  });
});

describe('a blocked member', () => {
  it('is out at once, with every session and token, and is told so at the sign-in [JOIN-3]', async () => {
    const { app, person, operate, id, beside, projectId } = await atWork();
    const other = await beside();
    const phone = await signIn(app);
    const token = await make(person);
    const script = (app: EngineApp['app']) => new Person(app).get('/member', { authorization: `Bearer ${token}` });
    expect(await statusOf(script(app))).toBe(200);

    const said = await operate('block', id);
    expect(said).toEqual({ code: 0, lines: ['지우 is blocked: 2 sessions and 1 tokens have ended'] });
    for (const who of [person, phone, other.person]) {
      expect(await statusOf(who.get(`/projects/${projectId}`))).toBe(401);
      expect(await statusOf(who.patch(projectId, []))).toBe(401);
    }
    expect([await statusOf(script(app)), await statusOf(script(other.app))]).toEqual([401, 401]);

    const enter = (lng: string) =>
      new Person(app).post('/auth/login/local', new URLSearchParams({ name: '지우', lng, redirect: HOME }).toString(), {
        'content-type': 'application/x-www-form-urlencoded',
      });
    const [korean, english] = [await enter('ko'), await enter('en')];
    expect([korean.statusCode, english.statusCode, korean.cookies, english.cookies]).toEqual([403, 403, [], []]);
    expect(korean.body).toContain('이 이름은 사용이 중지되었어요. 운영자에게 문의해 주세요.');
    expect(english.body).toContain('This name is blocked here. Please ask the person who runs this server.');
    const program = await new Person(app).post('/auth/login/local', { name: '지우' });
    expect([program.statusCode, program.json()]).toMatchObject([403, { code: 'memberBlocked' }]);
    expect((await operate('list')).lines[1]).toMatch(
      /^[\w-]{21}\t2026-11-21 03:00 UTC\t20\d\d-\S+ \S+ UTC\t1\t0\t지우$/,
    );
  });

  it('does not come in by a sign-in that was under way [JOIN-3]', async () => {
    const { db, person, operate, id } = await atWork();
    const [session] = await db.selectFrom('session').selectAll().execute();
    await operate('block', id);
    // Simulates another server that found the member a moment before.
    if (session) await db.insertInto('session').values(session).execute();
    expect(await statusOf(person.get('/member'))).toBe(401);
  });

  it('begins no picture, text or run by a request whose body was still on its way [JOIN-3]', async () => {
    const engineApp = await atWork();
    const { db, person, operate, id, imageEngine } = engineApp;
    const pid = await person.create('Flow', flow([prompt('one', 'a calm lake'), image('a')], ['one>a']));
    const url = await engineApp.listen();
    const send = async (path: string, wish: object) => {
      const body = JSON.stringify(wish);
      const line = await RawConnection.open(url);
      line.say(`POST ${path} HTTP/1.1\r\nhost: x\r\ncookie: ${person.cookie}\r\ncontent-type: application/json\r\n`);
      line.say(`connection: close\r\ncontent-length: ${body.length}\r\n\r\n${body.slice(0, 1)}`);
      return { line, bytes: body.length, rest: body.slice(1) };
    };
    const sent = [
      await send('/nodes/generate/image', paint(engineApp)),
      await send('/nodes/analyze', { content: 'a calm lake' }),
      await send(`/projects/${pid}/runs`, { nodes: ['a'], revision: 1 }),
    ];
    const bytes = sent.reduce((sum, each) => sum + each.bytes, 0);
    // The server knows by now whose requests these are.
    await expect
      .poll(async () => (await person.get('/metrics')).body)
      .toMatch(new RegExp(`^bodies_bytes ${bytes}$`, 'm'));
    await operate('block', id);
    for (const { line, rest } of sent) line.say(rest);
    expect(await Promise.all(sent.map(({ line }) => line.status()))).toEqual([403, 403, 403]);
    for (const { line } of sent) expect(await line.ended()).toContain('"code":"memberBlocked"');
    expect(imageEngine.orders).toHaveLength(0);
    for (const table of ['job', 'analysis', 'run'] as const) expect(await countRows(db, table)).toBe(0);
  });

  it('finds everything again once unblocked, and makes new tokens [JOIN-3]', async () => {
    const { app, person, operate, id, projectId } = await atWork();
    const token = await make(person);
    await operate('block', id);
    expect(await operate('unblock', id)).toEqual({ code: 0, lines: ['지우 may sign in again and make new tokens'] });
    const again = await signIn(app);
    expect((await again.get('/projects')).json()).toMatchObject([{ projectId }]);
    expect((await again.get('/member/tokens')).json()).toEqual([]);
    const old = await new Person(app).get('/member', { authorization: `Bearer ${token}` });
    expect([old.statusCode, await statusOf(person.get('/member'))]).toEqual([401, 401]);
  });
});

describe('an export', () => {
  it('is one zip with everything of a member, and nothing of another one [MEMBERS-2]', async () => {
    const engineApp = await atWork();
    const { app, person, operate, id, projectId, imageEngine, dataDir } = engineApp;
    await person.patch(projectId, node('first'));
    await person.post(`/projects/${projectId}/versions`, { name: 'kept' });
    await person.patch(projectId, node('second'));
    const deleted = await person.create('Dried up', {
      nodes: [textNode('a', '강')],
      edges: [],
      viewport: { x: 0, y: 0, zoom: 1 },
    });
    await person.delete(`/projects/${deleted}`);
    const picture = await plainPicture('#f5b301');
    const { url } = (await person.upload('POST', '/files', 'file', picture)).json<{ url: string }>();
    void imageEngine.finish();
    await person.post('/nodes/generate/image', paint(engineApp));
    await make(person);
    const minsu = await signIn(app, '민수');
    await minsu.create('not yours');
    await minsu.upload('POST', '/files', 'file', await plainPicture('#111111'));

    const to = join(dataDir, 'everything.zip');
    const past = (await person.get(`/projects/${projectId}/versions`)).json<object[]>();
    const said = await operate('export', id, '--to', to);
    expect(said).toEqual({
      code: 0,
      lines: [`${to} has 2 projects, ${past.length} versions and 2 pictures of 지우`],
    });
    expect((await stat(to)).mode & 0o777).toBe(0o600);

    const zip = unzipSync(new Uint8Array(await readFile(to)));
    const read = (name: string): unknown => JSON.parse(strFromU8(zip[name] ?? new Uint8Array()));
    expect(read('member.json')).toMatchObject({ id, name: '지우', issuer: 'local', subject: '지우' });
    expect(read(`projects/${projectId}/project.json`)).toMatchObject({ name: 'Flow', deleted_at: null });
    expect(read(`projects/${deleted}/project.json`)).toMatchObject({
      name: 'Dried up',
      deleted_at: expect.any(String),
    });
    expect(read(`projects/${projectId}/flow.json`)).toEqual(await person.canvas(projectId));
    expect(read(`projects/${deleted}/flow.json`)).toMatchObject({ nodes: [textNode('a', '강')] });
    const versions = read(`projects/${projectId}/versions.json`) as { id: number; name: string }[];
    const kept = versions.find(({ name }) => name === 'kept');
    expect(read(`projects/${projectId}/versions/${kept?.id}.json`)).toMatchObject({
      nodes: [textNode('first', 'first')],
    });
    expect(Buffer.from(zip[url.slice(1)] ?? [])).toEqual(picture);
    expect(read('jobs.json')).toMatchObject([{ state: 'done', model: 'fake-image-1', node_id: 'image-1' }]);
    expect(read('tokens.json')).toMatchObject([{ name: 'Nightly' }]);
    const whole = Object.entries(zip)
      .map(([name, bytes]) => name + strFromU8(bytes, true))
      .join('\n');
    for (const secret of ['민수', 'not yours', 'token_hash', 'idempotency']) expect(whole).not.toContain(secret);
  });

  it('leaves out a project whose removal was cut off, as there is no whole canvas of it [MEMBERS-2]', async () => {
    const { person, operate, id, db, dataDir } = await atWork();
    const purged = await person.create('Dried up');
    for (const value of ['first', 'second']) await person.patch(purged, node(value));
    await db.updateTable('project').set({ deleted_at: GOING }).where('id', '=', purged).execute();
    await db.deleteFrom('patch_log').where('project_id', '=', purged).where('revision', '=', 2).execute();
    const to = join(dataDir, 'mine.zip');
    expect((await operate('export', id, '--to', to)).lines[0]).toMatch(/has 1 projects, 0 versions/);
  });

  it.skipIf(sqliteIsEnough)(
    'takes the place of no file, and leaves none behind where it cannot be written',
    async () => {
      const { operate, id, dataDir } = await atWork();
      const to = join(dataDir, 'mine.zip');
      await operate('export', id, '--to', to);
      expect(await operate('export', id, '--to', to)).toMatchObject({
        code: 1,
        lines: [expect.stringContaining('is there already')],
      });
      const nowhere = await operate('export', id, '--to', join(dataDir, 'no', 'folder.zip'));
      expect(nowhere).toMatchObject({ code: 1, lines: [expect.stringContaining('cannot be written')] });
      expect((await readdir(dataDir)).filter((name) => name.includes('zip'))).toEqual(['mine.zip']);
    },
  );
});

describe('a deleted member', () => {
  it('is gone with all they had, which is counted, and nobody else has lost anything [MEMBERS-3]', async () => {
    const engineApp = await atWork();
    const { app, person, operate, id, projectId, imageEngine, db } = engineApp;
    const minsu = await signIn(app, '민수');
    const shared = await plainPicture('#ffffff');
    for (const who of [person, minsu]) await who.upload('POST', '/files', 'file', shared);
    await person.upload('POST', '/files', 'file', await plainPicture('#f5b301'));
    await person.post(`/projects/${projectId}/versions`, { name: 'kept' });
    await person.delete(`/projects/${await person.create('Dried up')}`);
    void imageEngine.finish();
    await person.post('/nodes/generate/image', paint(engineApp));
    await make(person);
    const theirs = await minsu.create('mine');
    expect(await filesIn(engineApp)).toHaveLength(3);

    expect(await operate('delete', id)).toEqual({
      code: 0,
      lines: [
        expect.stringMatching(/^On \S+:$/),
        '지우 is gone for good',
        'sessions\t1',
        'tokens\t1',
        'projects\t2',
        'versions\t1',
        'pictures\t3',
        'jobs\t1',
        'analyses\t0',
      ],
    });
    expect(await statusOf(person.get('/member'))).toBe(401);
    expect(await filesIn(engineApp)).toHaveLength(1);
    expect(await minsu.canvas(theirs)).toMatchObject({ nodes: [] });
    for (const table of TABLE_NAMES) {
      const rows = JSON.stringify(await db.selectFrom(table).selectAll().execute());
      expect([table, rows.includes(id), rows.includes('지우')]).toEqual([table, false, false]);
    }
    const texts = await db.selectFrom('canvas_text').select('id').execute();
    expect([texts.length, (await operate('list')).lines.length]).toEqual([1, 2]);
    expect((await (await signIn(app)).get('/projects')).json()).toEqual([]);
  });

  it('takes as much as is left of them where it is cut off, and is gone when it is done again [MEMBERS-3]', async () => {
    const { person, operate, id, db, env } = await atWork();
    await person.create('Flow');
    const trashed = await person.create('Dried up');
    await person.delete(`/projects/${trashed}`);
    const bytes = [await plainPicture('#ffffff'), await plainPicture('#f5b301')];
    for (const picture of bytes) await person.upload('POST', '/files', 'file', picture);
    const store = createFileStore(readDataSettings(env).storage);
    store.remove = refuse;
    await expect(deleteMember({ name: 'here', db, store, trashDays: 30 }, id)).rejects.toThrow('the disk is gone');
    const left = await db
      .selectFrom('file_owner')
      .innerJoin('file', 'file.sha256', 'file_owner.sha256')
      .select('bytes')
      .execute();
    expect(left).toHaveLength(1);
    const used = await db.selectFrom('member_usage').select(['bytes', 'projects']).execute();
    expect(used).toEqual([{ bytes: left[0]?.bytes, projects: 0 }]);
    expect((await operate('delete', id)).code).toBe(0);
    expect(await db.selectFrom('member_usage').selectAll().execute()).toEqual([]);
  });

  it('has no picture that was still being made either [MEMBERS-3]', async () => {
    const engineApp = await atWork();
    const { operate, id, imageEngine, person, db, clock } = engineApp;
    const running = person.post('/nodes/generate/image', paint(engineApp));
    await imageEngine.order();
    expect((await operate('delete', id)).code).toBe(0);
    await imageEngine.finish();
    const left = async () => (await db.selectFrom('leftover_file').selectAll().execute()).length;
    await expect.poll(left).toBe(1);
    clock.pass(2 * 60 * 60 * 1000);
    const later = await engineApp.reopen();
    await running.catch(() => undefined);
    await later.tidy();
    expect(await filesIn(later)).toEqual([]);
    expect(await later.db.selectFrom('file').selectAll().execute()).toEqual([]);
  });
});
