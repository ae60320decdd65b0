import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Dialect } from 'kysely';
import Sqlite from 'libsql';
import { diskFull, isDiskFull, StartRefused } from '../../errors';
import { databaseBusy } from '../databaseAway';
import { GuardedDialect } from '../GuardedDialect';
import { BUSY_TIMEOUT_MS, ImmediateSqliteDialect } from './ImmediateDriver';
import { isBusy } from './Statements';
import { GroupCommit } from './GroupCommit';
import { MEBIBYTE } from '../../bytes';

/** A save writes seven pages, whatever it changes in them: half of SQLite's default size keeps that below 16 KiB. */
const PAGE_BYTES = 2_048;
/** Bytes that stay of a restarted log: less than WalCheckpoints takes for a long one. */
const WAL_KEPT_BYTES = 2 * MEBIBYTE;

/**
 * Opens a database whose acknowledged changes are on the disk. Emptying the write-ahead log is left to further connections, see WalCheckpoints,
 * and to the end. Throws StartRefused when the file cannot be opened.
 */
export function openSqlite(path: string): Dialect {
  return open(path, { log: new GroupCommit(path), checkpointPages: 0 });
}

/** Opens it for another thread. */
export function openSqliteInThread(path: string): Dialect {
  return open(path, { log: null, checkpointPages: 1000 });
}

interface OpenOptions {
  /** The group commit that brings commits to the disk; null: they get there with the log of others, or when that is emptied. */
  log: GroupCommit | null;
  /** A statement that makes the write-ahead log longer than this empties it; 0: never. */
  checkpointPages: number;
}

function open(path: string, { log, checkpointPages }: OpenOptions): Dialect {
  try {
    mkdirSync(dirname(path), { recursive: true });
    const sqlite = new Sqlite(path);
    sqlite.exec(`pragma busy_timeout = ${BUSY_TIMEOUT_MS}`);
    // The page size holds for a new database only. An older one keeps its own.
    sqlite.exec(`pragma page_size = ${PAGE_BYTES}`);
    const modes = sqlite.prepare('pragma journal_mode = WAL').pluck().all([]);
    if (!modes.includes('wal')) throw new Error('its disk allows no write-ahead log');
    sqlite.exec('pragma synchronous = NORMAL');
    sqlite.exec(`pragma journal_size_limit = ${WAL_KEPT_BYTES}`);
    sqlite.exec(`pragma wal_autocheckpoint = ${checkpointPages}`);
    sqlite.exec('pragma foreign_keys = ON');
    return new GuardedDialect(new ImmediateSqliteDialect(sqlite, log), explain);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new StartRefused(`The database ${path} cannot be opened (${reason}): check DATABASE_URL and DATA_DIR.`);
  }
}

function explain(error: unknown): unknown {
  if (isDiskFull(error)) return diskFull(error);
  return isBusy(error) ? databaseBusy(error) : error;
}
