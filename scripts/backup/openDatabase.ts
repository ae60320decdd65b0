import Sqlite from 'libsql';

const BUSY_TIMEOUT_MS = 5_000;

/** Opens a database of any version as it is: its tables are not upgraded. The caller closes it. */
export function openDatabase(path: string): Sqlite.Database {
  const db = new Sqlite(path);
  db.exec(`pragma busy_timeout = ${BUSY_TIMEOUT_MS}`);
  return db;
}
