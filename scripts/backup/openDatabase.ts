import Sqlite from 'libsql';

const BUSY_TIMEOUT_MS = 5_000;

/** A database as it is, of whatever version: its tables are not brought up to date. The caller closes it. */
export function openDatabase(path: string): Sqlite.Database {
  const db = new Sqlite(path);
  db.exec(`pragma busy_timeout = ${BUSY_TIMEOUT_MS}`);
  return db;
}
