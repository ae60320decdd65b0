import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { connect } from '../../server/db';
import { StartRefused } from '../../server/errors';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mulgil-db-'));
});
afterEach(() => rm(folder, { recursive: true }));

describe('the database', () => {
  it('of a newer version is left alone', async () => {
    const path = join(folder, 'mulgil.db');
    const db = await connect(path);
    await db
      .withTables<{ kysely_migration: { name: string; timestamp: string } }>()
      .insertInto('kysely_migration')
      .values({ name: '9999-from-the-future', timestamp: '2030-01-01T00:00:00.000Z' })
      .execute();
    await db.destroy();
    await expect(connect(path)).rejects.toThrow(/newer version.*9999-from-the-future.*DATABASE_URL/);
    await expect(connect(path)).rejects.toBeInstanceOf(StartRefused);
  });

  it('that is none is told apart in one line', async () => {
    const path = join(folder, 'broken.db');
    await writeFile(path, 'no database, but long enough to look like something'.repeat(100));
    await expect(connect(path)).rejects.toThrow(/broken\.db cannot be opened .*DATABASE_URL/);
    await expect(connect(folder)).rejects.toBeInstanceOf(StartRefused);
  });

  it('keeps rows only for what they belong to', async () => {
    const db = await connect(join(folder, 'mulgil.db'));
    const orphan = { token_hash: 'x', member_id: 'nobody', created_at: 'now', expires_at: 'later' };
    await expect(db.insertInto('session').values(orphan).execute()).rejects.toThrow(/FOREIGN KEY/);
    await db.destroy();
  });
});
