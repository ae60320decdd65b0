import type { Kysely } from 'kysely';
import type { Database } from '../../server/db';
import type { FileStore } from '../../server/files/FileStore';
import { readWhole } from '../../server/files/FileStore';
import { readRows } from './readRows';
import type { Row } from './tables';
import { sha256 } from '../../server/sha256';

/** Files under way at once, each of at most 20 MiB in memory. */
const AT_ONCE = 4;

const nameOf = (row: Row): string => `${row['sha256']}.${row['extension']}`;

/**
 * Copies the files that the database names and the target does not have yet. Returns those that the source itself lacks or has only in
 * part. `tell` is called for each batch.
 */
export async function copyFiles(
  db: Kysely<Database>,
  from: FileStore,
  to: FileStore,
  tell: (files: number) => void,
): Promise<Set<string>> {
  const broken = new Set<string>();
  for await (const rows of readRows(db, 'file', null, AT_ONCE)) {
    await Promise.all(
      rows.map(async (row) => {
        const name = nameOf(row);
        if ((await to.size(name)) === row['bytes']) return;
        const bytes = await readWhole(from, name);
        if (bytes === null || sha256(bytes) !== row['sha256']) broken.add(name);
        else await to.put(name, bytes);
      }),
    );
    tell(rows.length);
  }
  return broken;
}

/** The files that the database names and the target has not, or in another length; `except` those known to be broken. */
export async function missingFiles(
  db: Kysely<Database>,
  store: FileStore,
  except: ReadonlySet<string>,
): Promise<string[]> {
  const missing: string[] = [];
  for await (const rows of readRows(db, 'file', null, AT_ONCE)) {
    const sizes = await Promise.all(rows.map((row) => store.size(nameOf(row))));
    missing.push(...rows.filter((row, index) => sizes[index] !== row['bytes']).map(nameOf));
  }
  return missing.filter((name) => !except.has(name));
}
