import { createHash } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Database } from '../../server/db';
import { readRows } from './readRows';
import type { TableName } from './tables';

/** How many rows a table has, and the SHA-256 of all that is in them, whichever kind of database holds it. */
export async function digestRows(db: Kysely<Database>, name: TableName): Promise<{ rows: number; digest: string }> {
  const hash = createHash('sha256');
  let count = 0;
  for await (const rows of readRows(db, name, null)) {
    count += rows.length;
    for (const row of rows) {
      const cells = Object.entries(row).toSorted(([one], [other]) => (one < other ? -1 : 1));
      hash.update(`${JSON.stringify(cells)}\n`);
    }
  }
  return { rows: count, digest: hash.digest('hex') };
}
