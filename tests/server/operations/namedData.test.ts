import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { operateBackup } from '../../../scripts/backup/operateBackup';
import { operateTrash } from '../../../scripts/trash/operateTrash';
import type { Environment } from '../../../server/config';
import { collectClosed } from '../support/collectClosed';
import { openApp } from '../support/openApp';
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
