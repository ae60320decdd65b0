import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { Kysely, SqliteDialect } from 'kysely';
import Sqlite from 'libsql';
import { StartRefused } from '../errors';
import { migrate } from './migrate';
import type { Database } from './schema';

/** How long a statement waits for another process that is writing. */
const BUSY_TIMEOUT_MS = 5_000;

/**
 * Opens the database in this file, making it when it is not there, and brings its tables up to date. What a statement
 * acknowledged survives a killed process and a lost power supply. Throws StartRefused when it cannot be opened.
 */
export async function connect(path: string): Promise<Kysely<Database>> {
  const db = new Kysely<Database>({ dialect: new SqliteDialect({ database: open(path) }) });
  try {
    await migrate(db);
    return db;
  } catch (error) {
    await db.destroy();
    throw error;
  }
}

function open(path: string): Sqlite.Database {
  try {
    mkdirSync(dirname(path), { recursive: true });
    const sqlite = new Sqlite(path);
    sqlite.exec(`pragma busy_timeout = ${BUSY_TIMEOUT_MS}`);
    sqlite.exec('pragma journal_mode = WAL');
    sqlite.exec('pragma synchronous = FULL');
    sqlite.exec('pragma foreign_keys = ON');
    return sqlite;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new StartRefused(`The database ${path} cannot be opened (${reason}): check DATABASE_URL and DATA_DIR.`);
  }
}
