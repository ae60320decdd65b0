import { join } from 'node:path';
import Sqlite from 'libsql';

/** Queries the database directly, without the server. */
export function rows(dataDir: string, query: string): unknown[] {
  const disk = new Sqlite(join(dataDir, 'mulgil.db'));
  try {
    return disk.prepare(query).all();
  } finally {
    disk.close();
  }
}
