import Sqlite from 'libsql';
import { BUSY_TIMEOUT_MS } from '../../server/db/sqlite/ImmediateDriver';
import { CommandRefused } from '../installation/CommandRefused';

/** Opens a database of any version as it is: its tables are not upgraded. The caller closes it. Throws CommandRefused where it cannot be opened. */
export function openDatabase(path: string): Sqlite.Database {
  const db = open(path);
  db.exec(`pragma busy_timeout = ${BUSY_TIMEOUT_MS}`);
  return db;
}

function open(path: string): Sqlite.Database {
  try {
    return new Sqlite(path);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new CommandRefused(`The database ${path} cannot be opened (${why}): check that this user may read it.`);
  }
}
