import { cp, mkdir, mkdtemp, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { holdDatabase } from '../../../scripts/backup/holdDatabase';
import { operateBackup } from '../../../scripts/backup/operateBackup';
import { openSqlite } from '../../../server/db/sqlite/openSqlite';
import { DiskFileStore } from '../../../server/files/DiskFileStore';
import { plainPicture } from '../generation/support/FakeImageEngine';
import { collectClosed } from '../support/collectClosed';
import { DAY_MS, openApp } from '../support/openApp';
import { emptyCanvas, Person, signIn, textNode } from '../support/Person';

/** A server's data with two pictures. */
async function twoPictures() {
  const opened = await openApp();
  const person = await signIn(opened.app);
  const upload = async (colour: string) => {
    const bytes = await plainPicture(colour);
    const { url } = (await person.upload('POST', '/files', 'file', bytes)).json<{ url: string }>();
    const name = basename(url);
    return { bytes, url, name, at: (folder: string) => join(folder, 'files', name.slice(0, 2), name) };
  };
  return { ...opened, person, pictures: [await upload('#2f6bff'), await upload('#f5b301')] as const };
}

describe('a damaged picture', () => {
  it('is named by a backup of everything else, which can be restored [OPER-6]', async () => {
    const { env, dataDir, pictures, close } = await twoPictures();
    await close();
    const [damaged, sound] = pictures;
    const [to, fresh] = [join(dataDir, 'backup'), join(dataDir, 'fresh')];
    await truncate(damaged.at(dataDir), 20);
    const { code, lines } = await operateBackup('backup', ['--to', to], env);
    expect([code, lines[0], lines.at(-1)]).toEqual([1, `${to} has the database and 2 pictures`, damaged.name]);

    await mkdir(fresh);
    const restored = await operateBackup('restore', ['--from', to], { DATA_DIR: fresh });
    expect(restored).toMatchObject({ code: 0, lines: expect.arrayContaining([expect.stringContaining(damaged.name)]) });
    const reader = await signIn((await openApp({ DATA_DIR: fresh })).app);
    expect((await reader.get(sound.url)).rawPayload.equals(sound.bytes)).toBe(true);
    expect(await readFile(damaged.at(fresh))).toHaveLength(20);
  });

  it.each([
    ['shorter', (bytes: Buffer) => bytes.subarray(0, 20)],
    ['as long', (bytes: Buffer) => Buffer.alloc(bytes.length)],
  ])('that is %s is replaced by a restore, and never replaces a sound one [OPER-6]', async (_how, harm) => {
    const { env, dataDir, pictures, close } = await twoPictures();
    await close();
    const [one, other] = pictures;
    const [before, after, fresh] = ['before', 'after', 'fresh'].map((name) => join(dataDir, name)) as [
      string,
      string,
      string,
    ];
    expect(await operateBackup('backup', ['--to', before], env)).toMatchObject({ code: 0 });
    await writeFile(one.at(dataDir), harm(one.bytes));
    expect(await operateBackup('backup', ['--to', after], env)).toMatchObject({ code: 1 });
    await cp(join(dataDir, 'files'), join(fresh, 'files'), { recursive: true });
    for (const from of [before, after]) {
      // This process has its database still open.
      await rm(join(fresh, 'mulgil.db'), { force: true });
      expect(await operateBackup('restore', ['--from', from], { DATA_DIR: fresh })).toMatchObject({ code: 0 });
      for (const { at, bytes } of [one, other]) expect((await readFile(at(fresh))).equals(bytes)).toBe(true);
    }
  });

  it('that the disk does not give out is named, too, and what replaces it in the backup is restored [OPER-6]', async () => {
    const { env, dataDir, pictures, close } = await twoPictures();
    await close();
    const [{ at, bytes, name }] = pictures;
    const [to, fresh] = [join(dataDir, 'backup'), join(dataDir, 'fresh')];
    await rm(at(dataDir));
    await mkdir(at(dataDir));
    const { code, lines } = await operateBackup('backup', ['--to', to], env);
    expect([code, lines.at(-1)]).toEqual([1, name]);
    await mkdir(join(to, 'files', name.slice(0, 2)), { recursive: true });
    await writeFile(at(to), bytes);
    await mkdir(fresh);
    const restored = await operateBackup('restore', ['--from', to], { DATA_DIR: fresh });
    expect([restored.code, restored.lines.join('\n')]).toEqual([0, expect.not.stringContaining(name)]);
    expect((await readFile(at(fresh))).equals(bytes)).toBe(true);
  });

  it('that is missing is named, too, by a backup of everything else, which can be restored [OPER-8]', async () => {
    const { env, dataDir, pictures, close } = await twoPictures();
    await close();
    const [missing, sound] = pictures;
    const [to, fresh] = [join(dataDir, 'backup'), join(dataDir, 'fresh')];
    await rm(missing.at(dataDir));
    const { code, lines } = await operateBackup('backup', ['--to', to], env);
    expect([code, lines[0], lines.at(-1)]).toEqual([1, `${to} has the database and 2 pictures`, missing.name]);

    await mkdir(fresh);
    const restored = await operateBackup('restore', ['--from', to], { DATA_DIR: fresh });
    expect([restored.code, restored.lines.at(-1)]).toEqual([0, expect.stringContaining(missing.name)]);
    const reader = await signIn((await openApp({ DATA_DIR: fresh })).app);
    expect((await reader.get(sound.url)).rawPayload.equals(sound.bytes)).toBe(true);
  });

  it('that is cut short is replaced when it is uploaded again [OPER-6]', async () => {
    const { app, dataDir, person, pictures } = await twoPictures();
    const [{ at, bytes, url }] = pictures;
    await truncate(at(dataDir), 20);
    expect((await person.upload('POST', '/files', 'file', bytes)).statusCode).toBe(201);
    expect((await new Person(app, person.cookie).get(url)).rawPayload.equals(bytes)).toBe(true);
  });
});

describe('a restore', () => {
  it('gives way to a server that was started while the pictures were put back [OPER-11]', async () => {
    const { env, dataDir, close } = await twoPictures();
    const to = join(dataDir, 'backup');
    expect(await operateBackup('backup', ['--to', to], env)).toMatchObject({ code: 0 });
    await close();
    await rm(join(dataDir, 'files'), { recursive: true });
    await collectClosed();
    const put = vi.spyOn(DiskFileStore.prototype, 'put');
    onTestFinished(() => put.mockRestore());
    let started: Person | undefined;
    put.mockImplementationOnce(async () => {
      put.mockRestore();
      started = await signIn((await openApp(env)).app);
      await started.create('Written meanwhile');
    });
    expect(await operateBackup('restore', ['--from', to], env)).toEqual({
      code: 1,
      lines: [expect.stringMatching(/mulgil\.db is in use: stop the server first\.$/)],
    });
    expect(await readdir(dataDir)).not.toContainEqual(expect.stringMatching(/before|restored/));
    expect((await started?.get('/projects'))?.json()).toMatchObject([{ name: 'Written meanwhile' }]);
  });

  it('leaves the pictures that were stored since the backup for 30 days, and then they go [OPER-12]', async () => {
    const { env, dataDir, person, pictures, close, reopen } = await twoPictures();
    const [kept] = pictures;
    await person.create('Rivers', { ...emptyCanvas(), nodes: [textNode('a', kept.url)] });
    const to = join(dataDir, 'backup');
    expect(await operateBackup('backup', ['--to', to], env)).toMatchObject({ code: 0 });
    const later = await plainPicture('#e03131');
    const name = basename((await person.upload('POST', '/files', 'file', later)).json<{ url: string }>().url);
    await close();
    await collectClosed();
    expect(await operateBackup('restore', ['--from', to], env)).toMatchObject({
      code: 0,
      lines: expect.arrayContaining([expect.stringMatching(/the 1 pictures that only the previous database names/)]),
    });
    const stored = () => readdir(join(dataDir, 'files'), { recursive: true });
    let server = await reopen();
    server.clock.pass(Date.now() - server.clock.now().getTime() + DAY_MS);
    await server.tidy();
    expect(await stored()).toContainEqual(expect.stringContaining(name));
    server.clock.pass(31 * DAY_MS);
    server = await server.reopen();
    await server.tidy();
    expect(await stored()).not.toContainEqual(expect.stringContaining(name));
    expect(await stored()).toContainEqual(expect.stringContaining(kept.name));
  });

  it('lets no server in until it is done [OPER-11]', async () => {
    const { env, dataDir, close } = await twoPictures();
    await close();
    await collectClosed();
    const path = join(dataDir, 'mulgil.db');
    const held = holdDatabase(path);
    expect(() => openSqlite(path)).toThrow(/cannot be opened.*locked/);
    held.release();
    await openApp(env);
  });
});

describe('a backup', () => {
  it('never goes into a folder with something in it, and is not restored where a picture of it is another one', async () => {
    const { env, dataDir, pictures, close } = await twoPictures();
    await close();
    const to = join(dataDir, 'backup');
    expect(await operateBackup('backup', ['--to', to], env)).toMatchObject({ code: 0 });
    expect(await operateBackup('backup', ['--to', to], env)).toEqual({
      code: 1,
      lines: [expect.stringMatching(/^\S+ is not empty: name a folder that is not there yet\.$/)],
    });

    const [{ name, at }] = pictures;
    await writeFile(at(to), 'something else');
    const before = await readdir(dataDir);
    expect(await operateBackup('restore', ['--from', to], env)).toEqual({
      code: 1,
      lines: [expect.stringContaining(name)],
    });
    expect(await readdir(dataDir)).toEqual(before);
  });

  it.each([
    [[], 'usage: npm run backup'],
    [['--into', '/tmp/x'], 'usage: npm run backup'],
    [['--to', ''], 'usage: npm run backup'],
    [['--to', '/tmp/x'], 'There is no database'],
  ])('asked for with %j says what is wrong in one line', async (words, line) => {
    const folder = await mkdtemp(join(tmpdir(), 'mulgil-empty-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    expect(await operateBackup('backup', words, { DATA_DIR: folder })).toEqual({
      code: 1,
      lines: [expect.stringContaining(line)],
    });
  });
});
