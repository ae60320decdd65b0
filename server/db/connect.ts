import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { Kysely } from 'kysely';
import Sqlite from 'libsql';
import { StartRefused } from '../errors';
import { ImmediateSqliteDialect } from './ImmediateSqliteDialect';
import { migrate } from './migrate';
import type { Database } from './schema';

/** How long a statement waits for another process or thread that is writing. */
export const BUSY_TIMEOUT_MS = 5_000;
/** A save writes seven pages, whatever it changes in them: half of SQLite's own size keeps that below 16 KiB. */
const PAGE_BYTES = 2_048;

/**
 * Opens the database in this file, making it when it is not there, and brings its tables up to date. What a statement
 * acknowledged survives a killed process and a lost power supply. Emptying the write-ahead log is left to further
 * connections, see WalCheckpoints, and to the end. Throws StartRefused when it cannot be opened.
 */
export async function connect(path: string): Promise<Kysely<Database>> {
  const db = open(path, { synchronous: 'FULL', checkpointPages: 0 });
  try {
    await migrate(db);
    return db;
  } catch (error) {
    await db.destroy();
    throw error;
  }
}

/**
 * A further connection to a database that is open already, for another thread. What it writes is whole after a lost power
 * supply, but is certain to be there only when the first connection has written after it.
 */
export function connectBeside(path: string): Kysely<Database> {
  return open(path, { synchronous: 'NORMAL', checkpointPages: 1000 });
}

interface Way {
  synchronous: 'FULL' | 'NORMAL';
  /** A statement that makes the write-ahead log longer than this empties it; 0: never. */
  checkpointPages: number;
}

function open(path: string, { synchronous, checkpointPages }: Way): Kysely<Database> {
  try {
    mkdirSync(dirname(path), { recursive: true });
    const sqlite = new Sqlite(path);
    sqlite.exec(`pragma busy_timeout = ${BUSY_TIMEOUT_MS}`);
    // Of a new database only. An older one keeps the pages it has.
    sqlite.exec(`pragma page_size = ${PAGE_BYTES}`);
    sqlite.exec('pragma journal_mode = WAL');
    sqlite.exec(`pragma synchronous = ${synchronous}`);
    sqlite.exec(`pragma wal_autocheckpoint = ${checkpointPages}`);
    sqlite.exec('pragma foreign_keys = ON');
    return new Kysely<Database>({ dialect: new ImmediateSqliteDialect({ database: sqlite }) });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new StartRefused(`The database ${path} cannot be opened (${reason}): check DATABASE_URL and DATA_DIR.`);
  }
}
