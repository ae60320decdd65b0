import Sqlite from 'libsql';
import { BUSY_TIMEOUT_MS } from '../../server/db/sqlite/ImmediateDriver';

/** Opens a database of any version as it is: its tables are not upgraded. The caller closes it. */
export function openDatabase(path: string): Sqlite.Database {
  const db = new Sqlite(path);
  db.exec(`pragma busy_timeout = ${BUSY_TIMEOUT_MS}`);
  return db;
}
