import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { operateBackup } from '../../../scripts/backup/operateBackup';
import { operateMembers } from '../../../scripts/members/operateMembers';
import { operateTrash } from '../../../scripts/trash/operateTrash';
import type { Environment } from '../../../server/config';
import { plainPicture } from '../generation/support/FakeImageEngine';
import { collectClosed } from '../support/collectClosed';
import { DAY_MS, openApp } from '../support/openApp';
import { openBucket } from '../support/openBucket';
import { signIn } from '../support/Person';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mulgil-named-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** A unit's settings file with these settings. */
async function settingsFile(settings: Environment): Promise<string> {
  const path = join(folder, 'mulgil.env');
  const lines = Object.entries(settings).map(([name, value]) => `${name}=${value}\n`);
  await writeFile(path, lines.join(''));
  return path;
}

/** The refusal of a command whose folder and whose settings name different data. */
const refusal = (variable: string) => ({
  code: 1,
  lines: [expect.stringMatching(new RegExp(`^--data means .* but ${variable} names other data.*Nothing was changed`))],
});

describe('a folder that --data names', () => {
  it('takes a practised restore, and the live database of the settings is left alone [OPER-15]', async () => {
    const live = await openApp();
    const jiwoo = await signIn(live.app, '지우');
    await jiwoo.create('Rivers');
    const [backup, practice] = [join(folder, 'backup'), join(folder, 'practice')];
    await operateBackup('backup', ['--to', backup], live.env);
    await jiwoo.create('Lakes');
    await live.close();
    await collectClosed();
    await mkdir(practice);
    const settings = await settingsFile({ DATABASE_URL: `sqlite:${live.dataDir}/mulgil.db`, TRASH_DAYS: '7' });
    const practise = ['--from', backup, '--data', practice];

    const before = await readdir(live.dataDir);
    expect(await operateBackup('restore', [...practise, '--settings', settings], {})).toEqual(refusal('DATABASE_URL'));
    expect([await readdir(live.dataDir), await readdir(practice)]).toEqual([before, []]);

    expect(await operateBackup('restore', practise, {})).toMatchObject({
      code: 0,
      lines: expect.arrayContaining([expect.stringContaining(`${practice}/mulgil.db is the backup's`)]),
    });
    const again = await signIn((await openApp({ DATA_DIR: practice })).app, '지우');
    expect((await again.get('/projects')).json()).toMatchObject([{ name: 'Rivers' }]);
  });

  it.each([
    ['DATABASE_URL', 'postgres://mulgil:secret@db.example.com/mulgil'],
    ['DATABASE_URL', 'sqlite:/srv/live/mulgil.db'],
    ['STORAGE_URL', 's3://flows'],
    ['STORAGE_URL', 'file:/srv/live/files'],
  ])('is never mixed with the %s %s of the settings [OPER-15]', async (variable, value) => {
    const { dataDir } = await openApp();
    const said = await operateTrash(['list', '--data', dataDir], { [variable]: value });
    expect(said).toEqual(refusal(variable));
    expect(said.lines[0]).not.toContain('secret');
  });

  it('may be the very data that the settings name [OPER-15]', async () => {
    const { dataDir } = await openApp();
    const same = { DATABASE_URL: `sqlite:${dataDir}/mulgil.db`, STORAGE_URL: `file:${dataDir}/files/` };
    expect(await operateTrash(['list', '--data', dataDir], same)).toEqual({ code: 0, lines: ['The trash is empty.'] });
  });
});

describe('a member deleted from a backup, too', () => {
  it('takes no picture from the bucket of the living, and is gone from the backup [OPER-15] [OPER-16]', async () => {
    const bucket = await openBucket();
    const live = await openApp(bucket.env);
    const jiwoo = await signIn(live.app, '지우');
    const picture = await plainPicture('#2f6bff');
    await jiwoo.upload('POST', '/files', 'file', picture);
    const { memberId } = (await jiwoo.get('/member')).json<{ memberId: string }>();
    const backup = join(folder, 'backup');
    await operateBackup('backup', ['--to', backup], live.env);
    const minsu = await signIn(live.app, '민수');
    const { url } = (await minsu.upload('POST', '/files', 'file', picture)).json<{ url: string }>();
    expect(await operateMembers(['delete', memberId], live.env)).toMatchObject({ code: 0 });

    const there = ['delete', memberId, '--data', backup];
    expect(await operateMembers([...there, '--settings', await settingsFile(bucket.env)], {})).toEqual(
      refusal('STORAGE_URL'),
    );
    const { code, lines } = await operateMembers(there, {});
    expect([code, lines[1], lines.at(-1)]).toEqual([
      0,
      '지우 is gone for good',
      expect.stringMatching(/^Their pictures are not here\b.*housekeeping/),
    ]);
    expect((await operateMembers(['list', '--data', backup], {})).lines).toEqual(['There are no members.']);
    expect((await minsu.get(url)).rawPayload.equals(picture)).toBe(true);

    // If that backup is restored beside its bucket, what nobody has there goes as any leftover does.
    const restored = await openApp({ ...bucket.env, DATA_DIR: backup });
    restored.clock.pass(400 * DAY_MS);
    await restored.tidy();
    expect(await bucket.names()).toEqual([]);
  });

  it('takes their pictures out of the files of the backup, where it has some [OPER-16]', async () => {
    const live = await openApp();
    const jiwoo = await signIn(live.app, '지우');
    const { url } = (await jiwoo.upload('POST', '/files', 'file', await plainPicture('#2f6bff'))).json<{
      url: string;
    }>();
    const { memberId } = (await jiwoo.get('/member')).json<{ memberId: string }>();
    const backup = join(folder, 'backup');
    await operateBackup('backup', ['--to', backup], live.env);
    const { lines } = await operateMembers(['delete', memberId, '--data', backup], {});
    expect(lines.at(-1)).toBe('analyses\t0');
    const left = await readdir(join(backup, 'files'), { recursive: true });
    expect(left.filter((name) => name.endsWith('.png'))).toEqual([]);
    expect((await jiwoo.get(url)).statusCode).toBe(200);
  });
});

describe('an export of a member', () => {
  it('of data whose pictures are elsewhere says so and ends with code 1 [OPER-16]', async () => {
    const bucket = await openBucket();
    const { app, dataDir } = await openApp(bucket.env);
    const jiwoo = await signIn(app, '지우');
    await jiwoo.upload('POST', '/files', 'file', await plainPicture('#2f6bff'));
    const { memberId } = (await jiwoo.get('/member')).json<{ memberId: string }>();
    const words = ['export', memberId, '--to', join(folder, 'mine.zip'), '--data', dataDir];
    expect(await operateMembers(words, {})).toEqual({
      code: 1,
      lines: [
        expect.stringContaining('and 0 pictures'),
        `1 pictures are not in the file store of sqlite:${dataDir}/mulgil.db,file:${dataDir}/files`,
      ],
    });
  });
});

describe('a command that removes for good', () => {
  it('tells on which data it did [OPER-15]', async () => {
    const { app, dataDir } = await openApp();
    const jiwoo = await signIn(app, '지우');
    const id = await jiwoo.create('Dried up');
    await jiwoo.delete(`/projects/${id}`);
    expect(await operateTrash(['purge', 'all', '--data', dataDir], {})).toEqual({
      code: 0,
      lines: [`On sqlite:${dataDir}/mulgil.db,file:${dataDir}/files:`, `${id} is gone for good`],
    });
  });
});
