import { Kysely, Migrator, SqliteDialect } from 'kysely';
import Sqlite from 'libsql';
import { firstTables } from '../../../server/db/migrations/0001-first-tables';
import { thumbnailOwners } from '../../../server/db/migrations/0002-thumbnail-owners';
import { versions } from '../../../server/db/migrations/0003-versions';

/** A database as the first version with versions of projects left it. */
export async function openOld(path: string) {
  const old = new Sqlite(path);
  const before = new Kysely<unknown>({ dialect: new SqliteDialect({ database: old }) });
  const migrations = {
    '0001-first-tables': firstTables,
    '0002-thumbnail-owners': thumbnailOwners,
    '0003-versions': versions,
  };
  await new Migrator({
    db: before,
    provider: { getMigrations: () => Promise.resolve(migrations) },
  }).migrateToLatest();
  return { old, before };
}
