import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, chown, copyFile, mkdir, mkdtemp, open, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { sql } from 'kysely';
import sharp from 'sharp';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { operateBackup } from '../../../scripts/backup/operateBackup';
import type { CommandAnswer } from '../../../scripts/installation/printAnswer';
import { operateMove } from '../../../scripts/move/operateMove';
import { operateTrash } from '../../../scripts/trash/operateTrash';
import { plainPicture } from '../generation/support/FakeImageEngine';
import { collectClosed } from '../support/collectClosed';
import { openApp } from '../support/openApp';
import { openBucket } from '../support/openBucket';
import { signIn } from '../support/Person';

const isRoot = process.geteuid?.() === 0;
/** User and group such as systemd gives to a unit with DynamicUser. Only root can become another user. */
const SERVICE = isRoot ? { uid: 61184, gid: 61184 } : { uid: process.geteuid?.() ?? 0, gid: process.getegid?.() ?? 0 };

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mulgil-operator-'));
  await chmod(folder, 0o755);
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** Runs one command in a process of its own, with these settings only; each command is run so once. */
async function operate(script: string, words: readonly string[], env: Record<string, string> = {}): Promise<string> {
  const child = spawn(process.execPath, ['--import', 'tsx', `scripts/${script}.ts`, ...words], {
    env: { PATH: process.env['PATH'], HOME: process.env['HOME'], ...env },
  });
  const [said, complained] = await Promise.all([text(child.stdout), text(child.stderr)]);
  return said + complained;
}

/** Returns what a command tells that ran in the test's process, and leaves nothing open there, as a process that has ended. */
async function told(answer: Promise<CommandAnswer>): Promise<string> {
  const { lines } = await answer;
  await collectClosed();
  return lines.map((line) => `${line}\n`).join('');
}

const backUp = (...words: string[]): Promise<string> => told(operateBackup('backup', words, {}));
const restore = (...words: string[]): Promise<string> => told(operateBackup('restore', words, {}));
const useTrash = (...words: string[]): Promise<string> => told(operateTrash(words, {}));
const move = (...words: string[]): Promise<string> => told(operateMove(words, {}, () => undefined));

/** The data folder of a unit: a project, a picture and a deleted project, closed to everybody but the service. */
async function serviceData(): Promise<string> {
  const opened = await openApp();
  const jiwoo = await signIn(opened.app, '지우');
  const background = '#2f6bff';
  const picture = await sharp({ create: { width: 8, height: 8, channels: 3, background } })
    .png()
    .toBuffer();
  expect((await jiwoo.upload('POST', '/files', 'file', picture)).statusCode).toBe(201);
  await jiwoo.create('Rivers');
  await jiwoo.delete(`/projects/${await jiwoo.create('Dried up')}`);
  await opened.close();
  await collectClosed();
  for (const { path, isFile } of await everythingIn(opened.dataDir)) {
    await chmod(path, isFile ? 0o600 : 0o700);
    await chown(path, SERVICE.uid, SERVICE.gid);
  }
  return opened.dataDir;
}

async function everythingIn(path: string): Promise<{ path: string; isFile: boolean }[]> {
  const inside = await readdir(path, { recursive: true, withFileTypes: true });
  const found = inside.map((entry) => ({ path: join(entry.parentPath, entry.name), isFile: entry.isFile() }));
  return [{ path, isFile: false }, ...found];
}

/** Paths of a data folder that the service could not open or change. */
async function closedToService(dataDir: string): Promise<string[]> {
  const closed: string[] = [];
  for (const { path, isFile } of await everythingIn(dataDir)) {
    const { uid, gid, mode } = await stat(path);
    const known = isFile ? 0o600 : 0o700;
    if (uid === SERVICE.uid && gid === SERVICE.gid && (mode & 0o777) === known) continue;
    closed.push(`${path.slice(dataDir.length)} ${uid}:${gid} ${(mode & 0o777).toString(8)}`);
  }
  return closed;
}

const picturesIn = async (dataDir: string): Promise<string[]> =>
  (await everythingIn(join(dataDir, 'files'))).filter(({ isFile }) => isFile).map(({ path }) => path);

describe("a unit's data, worked on by root", () => {
  it('stay the service’s when a backup takes their place, and those that are put where nothing was [OPER-1]', async () => {
    const dataDir = await serviceData();
    const backup = join(folder, 'backup');
    expect(await operate('backup', ['--data', dataDir, '--to', backup])).toBe(
      `${backup} has the database and 1 pictures\n`,
    );
    const [lost = ''] = await picturesIn(dataDir);
    await rm(lost);
    const said = await operate('restore', ['--from', backup, '--data', dataDir]);
    expect(said).toContain(`${dataDir}/mulgil.db is the backup's, with 1 pictures\n`);
    expect(await picturesIn(dataDir)).toEqual([lost]);
    expect(await closedToService(dataDir)).toEqual([]);

    const bare = join(folder, 'bare');
    await mkdir(bare, { mode: 0o700 });
    await chown(bare, SERVICE.uid, SERVICE.gid);
    await restore('--from', backup, '--data', bare);
    expect(await picturesIn(bare)).toHaveLength(1);
    expect(await closedToService(bare)).toEqual([]);
  });

  it('are the service’s again after a restore of root’s had left them to root [OPER-1]', async () => {
    const dataDir = await serviceData();
    const backup = join(folder, 'backup');
    await backUp('--data', dataDir, '--to', backup);
    for (const { path } of await everythingIn(join(dataDir, 'files'))) {
      if (path === join(dataDir, 'files')) continue;
      await chown(path, process.geteuid?.() ?? 0, process.getegid?.() ?? 0);
    }
    await restore('--from', backup, '--data', dataDir);
    expect(await closedToService(dataDir)).toEqual([]);
  });

  it('are found by its settings file, and are the service’s after the trash and a move [OPER-1] [OPER-2]', async () => {
    const dataDir = await serviceData();
    const elsewhere = join(folder, 'elsewhere');
    await mkdir(elsewhere, { mode: 0o700 });
    await chown(elsewhere, SERVICE.uid, SERVICE.gid);
    const settings = join(folder, 'mulgil.env');
    await writeFile(
      settings,
      `# Of the unit\nHOST=0.0.0.0\nDATABASE_URL="sqlite:${dataDir}/mulgil.db"\nLOG_LEVEL=debug\n`,
    );
    const unit = ['--settings', settings, '--data', dataDir];
    // The file's settings count, not those of the shell in which the command is typed.
    const listed = await operate('trash', ['list', ...unit], { DATABASE_URL: `sqlite:${folder}/other.db` });
    expect(listed).toMatch(/\tDried up\n$/);
    expect(await useTrash('purge', 'all', ...unit)).toContain('\n2 is gone for good\n');

    const there = `sqlite:${elsewhere}/mulgil.db,file:${elsewhere}/files`;
    expect(await operate('move', [...unit, '--to', there])).toContain(
      'Moved and compared: 1 projects of 1 members, 1 files',
    );
    expect(await closedToService(elsewhere)).toEqual([]);
    expect(await closedToService(dataDir)).toEqual([]);
    expect(await move('--from', there, ...unit)).toContain('has data already');
    expect(await move('--from', there)).toMatch(/^usage: npm run move/);
  });

  it('are not given to somebody who could not open them', async () => {
    const dataDir = await serviceData();
    const nowhere = join(folder, 'nowhere.env');
    expect(await useTrash('list', '--settings', nowhere)).toBe(
      `The settings ${nowhere} cannot be read: ENOENT: no such file or directory, open '${nowhere}'.\n`,
    );
    expect(await backUp('--to', join(folder, 'b'), '--data', '')).toMatch(/^usage: npm run backup/);
    expect(await closedToService(dataDir)).toEqual([]);
  });
});

/** A backup with one project, and the data of a server that had stored another since and died: it left its log. */
async function dataOfDeadServer() {
  const { app, env, dataDir } = await openApp();
  const jiwoo = await signIn(app, '지우');
  await jiwoo.create('Rivers');
  const [backup, dead] = [join(folder, 'backup'), join(folder, 'dead')];
  expect(await operateBackup('backup', ['--to', backup], env)).toMatchObject({ code: 0 });
  await jiwoo.create('Lakes');
  await mkdir(dead);
  for (const name of ['mulgil.db', 'mulgil.db-wal']) await copyFile(join(dataDir, name), join(dead, name));
  const disk = await open(join(dead, 'mulgil.db'), 'r+');
  await disk.write(Buffer.alloc(100), 0, 100, 0);
  await disk.close();
  return { backup, dead };
}

const projectsIn = async (dataDir: string): Promise<string[]> => {
  const { app, db } = await openApp({ DATA_DIR: dataDir });
  const jiwoo = await signIn(app, '지우');
  const projects = (await jiwoo.get('/projects')).json<{ name: string }[]>();
  const { rows } = await sql<{ integrity_check: string }>`pragma integrity_check`.execute(db);
  return [...projects.map(({ name }) => name), ...rows.map((row) => row.integrity_check)];
};

describe('a database that the disk has damaged under its server', () => {
  it('gives way to a backup, and is kept beside it with its log [OPER-7]', async () => {
    const { backup, dead } = await dataOfDeadServer();
    // A server that starts in between must not make an empty one.
    let isThere = true;
    let next: NodeJS.Immediate;
    const look = () => {
      isThere &&= existsSync(join(dead, 'mulgil.db'));
      next = setImmediate(look);
    };
    next = setImmediate(look);
    const { code, lines } = await operateBackup('restore', ['--from', backup], { DATA_DIR: dead });
    clearImmediate(next);
    expect(isThere).toBe(true);
    expect([code, lines.join('\n')]).toEqual([
      0,
      expect.stringMatching(/mulgil\.db is now \S+\.before-.*not a database/s),
    ]);
    expect(await projectsIn(dead)).toEqual(['Rivers', 'ok']);
    expect(await readdir(dead)).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^mulgil\.db\.before-\S+Z$/),
        expect.stringMatching(/^mulgil\.db\.before-\S+Z-wal$/),
      ]),
    );
  });

  it('keeps its log where it cannot be kept under another name [OPER-7]', async () => {
    const { backup, dead } = await dataOfDeadServer();
    vi.useFakeTimers({ now: Date.parse('2026-11-21T03:00:00.000Z'), toFake: ['Date'] });
    onTestFinished(() => void vi.useRealTimers());
    await mkdir(join(dead, 'mulgil.db.before-2026-11-21T03-00-00.000Z'));
    expect(await operateBackup('restore', ['--from', backup], { DATA_DIR: dead })).toEqual({
      code: 1,
      lines: [expect.stringContaining('EISDIR')],
    });
    expect(await readdir(dead)).toEqual(expect.arrayContaining(['mulgil.db', 'mulgil.db-wal']));
  });

  it('leaves no log to the backup that takes its place once the operator has moved it away [OPER-7]', async () => {
    const { backup, dead } = await dataOfDeadServer();
    await rename(join(dead, 'mulgil.db'), join(folder, 'broken.db'));
    expect(await operateBackup('restore', ['--from', backup], { DATA_DIR: dead })).toMatchObject({ code: 0 });
    expect(await projectsIn(dead)).toEqual(['Rivers', 'ok']);
  });
});

describe('a database beside a bucket', () => {
  it('is backed up and restored alone, and the operator is told that the bucket comes after it [OPER-9]', async () => {
    const bucket = await openBucket();
    const { app, env } = await openApp(bucket.env);
    const jiwoo = await signIn(app);
    const picture = await plainPicture('#2f6bff');
    const { url } = (await jiwoo.upload('POST', '/files', 'file', picture)).json<{ url: string }>();
    await jiwoo.create('Rivers');
    const [backup, fresh] = [join(folder, 'backup'), join(folder, 'fresh')];
    const taken = await operateBackup('backup', ['--to', backup], env);
    expect(taken).toEqual({
      code: 0,
      lines: [`${backup} has the database`, expect.stringMatching(/bucket.*after the database.*BACKUPS\.md/)],
    });

    await mkdir(fresh);
    const there = { ...bucket.env, DATA_DIR: fresh };
    const restored = await operateBackup('restore', ['--from', backup], there);
    expect(restored).toMatchObject({ code: 0, lines: expect.arrayContaining([expect.stringMatching(/bucket/)]) });
    const again = await signIn((await openApp(there)).app);
    expect((await again.get('/projects')).json()).toMatchObject([{ name: 'Rivers' }]);
    expect((await again.get(url)).rawPayload.equals(picture)).toBe(true);
  });
});
