import { existsSync } from 'node:fs';
import type { Kysely } from 'kysely';
import { readDataSettings, type Environment } from '../../server/config';
import { connectForCommand, type Database } from '../../server/db';
import { StartRefused } from '../../server/errors';
import { createFileStore } from '../../server/files/createFileStore';
import type { FileStore } from '../../server/files/FileStore';
import { nameInstallation } from '../move/Installation';

/** The data of a server, which may be running. */
export interface Installation {
  /** Says where the data are, without a password or key. */
  readonly name: string;
  readonly db: Kysely<Database>;
  /** Null where its folder is not there: a database without its pictures, such as the backup of one beside a bucket. */
  readonly store: FileStore | null;
  readonly trashDays: number;
}

/** Opens the data that these settings name for as long as the work takes. Throws StartRefused. */
export async function withInstallation<T>(env: Environment, work: (data: Installation) => Promise<T>): Promise<T> {
  const { database, storage, trashDays } = readDataSettings(env);
  if (database.kind === 'sqlite' && !existsSync(database.path)) {
    throw new StartRefused(`There is no database ${database.path}: check --data, DATABASE_URL and DATA_DIR.`);
  }
  const isStoreThere = storage.kind === 's3' || existsSync(storage.folder);
  const store = isStoreThere ? createFileStore(storage) : null;
  const db = await connectForCommand(database);
  try {
    return await work({
      name: nameInstallation({ database, storage }),
      db,
      store,
      trashDays,
    });
  } finally {
    await db.destroy();
  }
}
