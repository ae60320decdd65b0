import { join } from 'node:path';
import Sqlite from 'libsql';

/** Asks the database behind the server's back. */
export function rows(dataDir: string, query: string): unknown[] {
  const disk = new Sqlite(join(dataDir, 'mulgil.db'));
  try {
    return disk.prepare(query).all();
  } finally {
    disk.close();
  }
}
