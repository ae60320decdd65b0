import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { describe, expect, it, onTestFinished } from 'vitest';
import { operateBackup } from '../../../scripts/backup/operateBackup';
import { operateMembers } from '../../../scripts/members/operateMembers';
import { operateTrash } from '../../../scripts/trash/operateTrash';
import { operateUsage } from '../../../scripts/usage/operateUsage';
import { plainPicture } from '../generation/support/FakeImageEngine';
import { openApp } from '../support/openApp';
import { hangingUp, openBucket } from '../support/openBucket';
import { openOld } from '../support/openOld';
import { signIn } from '../support/Person';
import { visitByNewer } from '../support/visitByNewer';

const AGAIN = 'Mend that and run the same command again.';

const refused = (line: string) => ({ code: 1, lines: [expect.stringContaining(line)] });

describe('a database of another version', () => {
  it('is left to its server by every command, and listed once a server of this version has upgraded it [OPER-17]', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'mulgil-old-'));
    onTestFinished(() => rm(dataDir, { recursive: true }));
    const { before } = await openOld(join(dataDir, 'mulgil.db'));
    const env = { DATA_DIR: dataDir };
    const asked = () => [
      operateTrash(['list'], env),
      operateMembers(['list'], env),
      operateUsage(['top'], env),
      operateUsage(['collect', '--dry-run'], env),
    ];
    for (const said of asked()) expect(await said).toEqual(refused('start a server of this version on it first'));
    const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(before);
    expect(rows.map(({ name }) => name)).toEqual(['0001-first-tables', '0002-thumbnail-owners', '0003-versions']);
    await before.destroy();

    await (await openApp(env)).close();
    for (const said of asked()) expect(await said).toMatchObject({ code: 0 });
    await visitByNewer({ kind: 'sqlite', path: join(dataDir, 'mulgil.db') });
    for (const said of asked()) expect(await said).toEqual(refused('was written by a newer version'));
  });
});

describe('an ordinary failure of a command', () => {
  it('of one that is given an empty database is one line, which names the setting [OPER-14]', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'mulgil-empty-'));
    onTestFinished(() => rm(dataDir, { recursive: true }));
    const env = { DATA_DIR: dataDir };
    await writeFile(join(dataDir, 'mulgil.db'), '');
    for (const said of [operateTrash(['list'], env), operateMembers(['list'], env), operateUsage(['top'], env)]) {
      expect(await said).toEqual(refused('has no tables of Mulgil: check DATABASE_URL'));
    }
  });

  it('of a backup to a place that is no folder is one line, and the next one goes where there is one [OPER-14]', async () => {
    const { env, dataDir } = await openApp();
    const mistaken = join(dataDir, 'notes.txt');
    await writeFile(mistaken, 'Tuesday: buy disks');
    const line = `ENOTDIR: not a directory, lstat '${mistaken}/today.part'. ${AGAIN}`;
    expect(await operateBackup('backup', ['--to', join(mistaken, 'today')], env)).toEqual({ code: 1, lines: [line] });
    const to = join(dataDir, 'today');
    expect(await operateBackup('backup', ['--to', to], env)).toMatchObject({ code: 0 });
  });

  it('of a restore from a database that cannot be opened or is none is one line [OPER-14]', async () => {
    const { env, dataDir } = await openApp();
    const from = join(dataDir, 'backup');
    const database = join(from, 'mulgil.db');
    await mkdir(database, { recursive: true });
    expect(await operateBackup('restore', ['--from', from], env)).toEqual(refused(`${database} cannot be opened`));
    await rm(database, { recursive: true });
    await writeFile(database, 'a shopping list, which is no database at all'.repeat(100));
    expect(await operateBackup('restore', ['--from', from], env)).toEqual(refused('file is not a database'));
  });

  it('of an export while the bucket is down says why, and the same command ends well when it is back [OPER-14]', async () => {
    const bucket = await openBucket();
    const { app, env, dataDir } = await openApp(bucket.env);
    const jiwoo = await signIn(app, '지우');
    await jiwoo.upload('POST', '/files', 'file', await plainPicture('#2f6bff'));
    const { memberId } = (await jiwoo.get('/member')).json<{ memberId: string }>();
    const words = ['export', memberId, '--to', join(dataDir, 'mine.zip')];
    bucket.behave(hangingUp);
    const { code, lines } = await operateMembers(words, env);
    expect([code, lines]).toEqual([
      1,
      [expect.stringMatching(/^The store of the pictures does not answer\. .*\(.+\) /)],
    ]);
    expect(lines[0]).toContain(AGAIN);
    bucket.behave(null);
    expect(await operateMembers(words, env)).toMatchObject({ code: 0 });
  });
});
