import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { TellProgress } from '../../../scripts/move/move';
import { operateMove } from '../../../scripts/move/operateMove';
import { operateTrash } from '../../../scripts/trash/operateTrash';
import { readConfig, type Environment } from '../../../server/config';
import { DiskFileStore } from '../../../server/files/DiskFileStore';
import { listen } from '../../../server/listen';
import { collectClosed } from '../support/collectClosed';
import { freshDatabase } from '../support/databases';
import { openApp, type EnginesFor, type OpenApp } from '../support/openApp';
import { openBucket, silent } from '../support/openBucket';
import { emptyCanvas, Person, signIn, textNode } from '../support/Person';
import { visitByNewer } from '../support/visitByNewer';

const picture = (background: string): Promise<Buffer> =>
  sharp({ create: { width: 40, height: 40, channels: 3, background } })
    .png()
    .toBuffer();

const painting: EnginesFor = () => async () => ({
  images: [{ name: 'offline', generate: async () => ({ bytes: await picture('#7950f2'), model: 'brush' }) }],
  analyser: { name: 'offline', analyse: () => Promise.resolve({ groups: [] }) },
  writer: null,
});

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mulgil-move-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** Settings of a server on one machine, with everything below one folder. */
const onOneMachine = (name: string): Environment => ({
  DATABASE_URL: `sqlite:${join(folder, name, 'mulgil.db')}`,
  STORAGE_URL: `file:${join(folder, name, 'files')}`,
});

const word = ({ DATABASE_URL, STORAGE_URL }: Environment): string => `${DATABASE_URL},${STORAGE_URL}`;

/** Runs a move as if in a process of its own, which has nothing in memory from those that ended. */
async function operate(words: string[], env: Environment, tell: TellProgress = () => undefined) {
  await collectClosed();
  return operateMove(words, env, tell);
}

const moving = (from: Environment, to: Environment): string[] => ['--from', word(from), '--to', word(to)];

/** Batches of a move, by their table. */
function listener(): { tell: TellProgress; batches: Map<string, number[]> } {
  const batches = new Map<string, number[]>();
  return { batches, tell: (what, done) => batches.set(what, [...(batches.get(what) ?? []), done]) };
}

/** Two people have worked here for a while. Returns their cookies. */
async function liveIn({ app, clock }: OpenApp, nodes = 1): Promise<string[]> {
  const [jiwoo, minsu] = [await signIn(app, '지우'), await signIn(app, '민수')];
  const first = await jiwoo.create('첫 물길', { ...emptyCanvas(), nodes: [textNode('a', '강')] });
  // In several batches, and not only ASCII.
  const large = {
    ...emptyCanvas(),
    nodes: [...Array(nodes).keys()].map((i) => textNode(`n${i}`, '물길 '.repeat(12_000))),
  };
  const second = await jiwoo.create('큰 물길', large);
  await minsu.create('민수의 것');
  for (const project of [first, second]) {
    await jiwoo.patch(project, [{ op: 'replace', path: '/viewport/x', value: 7 }], {
      'idempotency-key': `p${project}`,
    });
  }
  await jiwoo.post(`/projects/${first}/versions`, { name: '좋았던 때' });
  clock.pass(60_000);
  await jiwoo.upload('PUT', `/projects/${first}/thumbnail`, 'thumbnail', await picture('#ffffff'));
  await jiwoo.upload('POST', '/files', 'file', await picture('#e03131'));
  await minsu.upload('POST', '/files', 'file', await picture('#2f6bff'));
  const prompt = [{ type: 'text_prompt', content: '강' }];
  await jiwoo.post('/nodes/generate/image', { projectId: first, nodes: prompt, nodeId: 'a' });
  await jiwoo.delete(`/projects/${await jiwoo.create('지운 물길')}`);
  return [jiwoo.cookie, minsu.cookie];
}

/** Everything that these people can see of their work, as the server answers it. */
async function see({ app, db }: OpenApp, cookies: readonly string[]): Promise<unknown[]> {
  const seen: unknown[] = [];
  for (const cookie of cookies) {
    const person = new Person(app, cookie);
    const list = await person.get('/projects');
    seen.push((await person.get('/member')).body, list.body);
    for (const { projectId } of list.json<{ projectId: number }[]>()) {
      for (const path of ['', '/versions', '/jobs?since=2026-01-01T00:00:00.000Z']) {
        const { body } = await person.get(`/projects/${projectId}${path}`);
        seen.push(body.length < 5_000 ? body : [body.length, createHash('sha256').update(body).digest('hex')]);
      }
    }
    for (const { sha256, extension } of await db
      .selectFrom('file')
      .select(['sha256', 'extension'])
      .orderBy('sha256')
      .execute()) {
      const shown = await person.get(`/files/${sha256}.${extension}`);
      seen.push([sha256, shown.statusCode, createHash('sha256').update(shown.rawPayload).digest('hex') === sha256]);
    }
  }
  return seen;
}

async function openOn(env: Environment): Promise<OpenApp> {
  return openApp(env, { enginesFor: painting });
}

async function elsewhere(): Promise<{ env: Environment; bucket: Awaited<ReturnType<typeof openBucket>> }> {
  const [database, bucket] = [await freshDatabase(), await openBucket()];
  if (database === undefined) throw new Error('there is no PostgreSQL');
  return { env: { ...bucket.env, DATABASE_URL: database.url }, bucket };
}

describe('a whole installation', () => {
  it('moves to PostgreSQL and a bucket, however often that is cut off, and back', async () => {
    const here = onOneMachine('here');
    const source = await openOn(here);
    const cookies = await liveIn(source, 15);
    const before = await see(source, cookies);
    const { env: there, bucket } = await elsewhere();
    const move = (tell?: TellProgress) => operate(moving(here, there), there, tell);

    expect(await move()).toEqual({ code: 1, lines: [expect.stringMatching(/mulgil\.db is in use: stop the server/)] });
    await source.close();

    // Once in the middle of a table …
    const cut = listener();
    const cutOff = move((what, done, total) => {
      cut.tell(what, done, total);
      if (what === 'canvas_text_part') throw new Error('no power');
    });
    await expect(cutOff).rejects.toThrow('no power');
    const [half = 0] = cut.batches.get('canvas_text_part') ?? [];
    const config = readConfig({ ...there, DATA_DIR: join(folder, 'unused'), PORT: '0', LOG_LEVEL: 'silent' });
    await expect(listen(config)).rejects.toThrow(/target of a move that has not ended/);

    await collectClosed();
    // … once with the pictures still missing, the whole process …
    bucket.behave((request, response) => (request.method === 'GET' ? bucket.answer : silent)(request, response));
    const mover = spawn(process.execPath, ['--import', 'tsx', 'scripts/move.ts', ...moving(here, there)], {
      env: { PATH: process.env['PATH'], ...there },
    });
    let output = '';
    mover.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
    await expect.poll(() => output).toMatch(/^project_event: (\d+) of \1$/m);
    mover.kill('SIGKILL');
    await once(mover, 'close');
    expect(await bucket.names()).toEqual([]);
    bucket.behave(null);
    // It continued where the first one ended.
    const [, went = ''] = /^canvas_text_part: (\d+) of \d+$/m.exec(output) ?? [];
    expect(Number(went)).toBeGreaterThan(half);

    // … and then to its end: no row is copied again.
    const last = listener();
    const { code, lines } = await move(last.tell);
    expect([code, lines[0]]).toEqual([0, 'Moved and compared: 4 projects of 2 members, 4 files.']);
    expect([...last.batches.keys()]).toEqual(['files']);

    const target = await openOn(there);
    expect(await see(target, cookies)).toEqual(before);
    expect((await operateTrash(['list'], there)).lines[1]).toContain('지운 물길');
    expect(await new Person(target.app, cookies[0]).create('weiter')).toBe(5);
    expect(
      (
        await new Person(target.app, cookies[0]).patch(1, [{ op: 'replace', path: '/viewport/x', value: 7 }], {
          'idempotency-key': 'p1',
        })
      ).json(),
    ).toMatchObject({ revision: 2 });
    const after = await see(target, cookies);
    await target.close();
    expect(await move()).toEqual({ code: 1, lines: ['The database of --to has data already: name an empty one.'] });

    const back = onOneMachine('back');
    const returned = listener();
    expect((await operate(moving(there, back), there, returned.tell)).code).toBe(0);
    expect(await see(await openOn(back), cookies)).toEqual(after);
    // However large a canvas is, a batch has 1 MiB of it: 4 parts of 256 KiB, and here the few small ones.
    const parts = returned.batches.get('canvas_text_part') ?? [];
    expect(parts.length).toBeGreaterThan(1);
    expect(Math.max(...parts.map((done, index) => done - (parts[index - 1] ?? 0)))).toBeLessThanOrEqual(8);
    // The rest is unchanged.
    expect(await see(await openOn(here), cookies)).toEqual(before);
  });

  it('is not moved from or to where it does not belong', async () => {
    const here = onOneMachine('here');
    const source = await openOn(here);
    await liveIn(source);
    await source.close();
    const refusal = async (from: Environment, to: Environment): Promise<string> => {
      const { code, lines } = await operate(moving(from, to), {});
      expect([code, lines.length]).toEqual([1, 1]);
      return lines[0] ?? '';
    };
    expect(await refusal(here, here)).toBe('--from and --to are the same.');
    expect(await refusal(onOneMachine('nowhere'), here)).toMatch(/^There is no database/);
    expect(await refusal({ ...here, STORAGE_URL: '' }, here)).toMatch(/^--from is not valid/);
    expect(await refusal(here, { ...here, STORAGE_URL: 's3://flows' })).toMatch(/^--to: AWS_ACCESS_KEY_ID is missing/);
    expect(await refusal(here, { ...here, DATABASE_URL: 'postgres://mulgil:secret@127.0.0.1:1/none' })).toMatch(
      /^postgres:\/\/127\.0\.0\.1:1\/none cannot be reached/,
    );
    expect((await operate(['--from', 'x'], {})).lines[0]).toMatch(/^usage: /);

    // The half of another installation.
    const there = onOneMachine('there');
    const cutOff = operate(moving(here, there), {}, (what) => {
      if (what === 'project') throw new Error('no power');
    });
    await expect(cutOff).rejects.toThrow('no power');
    const other = await openOn(onOneMachine('other'));
    await other.close();
    expect(await refusal(onOneMachine('other'), there)).toMatch(/^The database of --to has a part of sqlite:.*here/);

    // The source was used in between.
    const again = await openOn(here);
    await (await signIn(again.app, '지우')).put('/projects/1/name', { name: '다른 이름' });
    await again.close();
    expect(await refusal(here, there)).toMatch(
      /^The two differ in '\w+' .* Empty the database of --to and begin again\.$/,
    );

    await visitByNewer({ kind: 'sqlite', path: join(folder, 'here', 'mulgil.db') });
    expect(await refusal(here, onOneMachine('new'))).toMatch(/was written by a newer version/);
  });

  it.each(['SQLite', 'PostgreSQL'])(
    'is not moved from %s while a server takes in work there [OPER-11]',
    async (kind) => {
      const [there, database] = [onOneMachine('there'), await freshDatabase()];
      const here = { ...onOneMachine('here'), ...(kind === 'PostgreSQL' && { DATABASE_URL: database?.url }) };
      const source = await openOn(here);
      await liveIn(source);
      await source.close();
      // It is started while the pictures are copied, and has ended when the two are compared.
      const put = vi.spyOn(DiskFileStore.prototype, 'put');
      onTestFinished(() => put.mockRestore());
      put.mockImplementationOnce(async function later(this: DiskFileStore, name, bytes) {
        put.mockRestore();
        const again = await openOn(here);
        await (await signIn(again.app, '지우')).create('그사이의 물길');
        await again.close();
        await this.put(name, bytes);
      });
      const { code, lines } = await operate(moving(here, there), {});
      expect([code, lines[0]]).toEqual([1, expect.stringMatching(/^The two differ in .* the source has changed/)]);
      const config = readConfig({ ...there, DATA_DIR: join(folder, 'unused'), PORT: '0', LOG_LEVEL: 'silent' });
      await expect(listen(config)).rejects.toThrow(/target of a move that has not ended/);
    },
  );

  it('moves to where a server has run before anybody came', async () => {
    const here = onOneMachine('here');
    const source = await openOn(here);
    const cookies = await liveIn(source);
    await source.close();
    const { env: there } = await elsewhere();
    const tried = await openOn(there);
    await tried.tidy();
    await tried.close();
    const { code, lines } = await operate(moving(here, there), there);
    expect([code, lines[0]]).toEqual([0, 'Moved and compared: 4 projects of 2 members, 4 files.']);
    expect(await see(await openOn(there), cookies)).toEqual(await see(await openOn(here), cookies));
  });

  it('moves without the pictures that it has lost itself, and names them', async () => {
    const here = onOneMachine('here');
    const source = await openOn(here);
    const cookies = await liveIn(source);
    const files = await source.db.selectFrom('file').select('sha256').orderBy('sha256').execute();
    const lost = files[0]?.sha256 ?? '';
    await source.close();
    await rm(join(folder, 'here', 'files', lost.slice(0, 2)), { recursive: true });
    const there = onOneMachine('there');
    const { code, lines } = await operate(moving(here, there), {});
    expect([code, lines[0]]).toEqual([0, 'Moved and compared: 4 projects of 2 members, 3 files.']);
    expect(lines[1]).toBe(`Missing or damaged at the source, and so not at the target: ${lost}.png`);
    expect(await see(await openOn(there), cookies)).toEqual(await see(await openOn(here), cookies));
  });
});
