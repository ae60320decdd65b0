import { parseArgs } from 'node:util';
import { readConfig, type Config, type Environment } from '../../server/config';
import { StartRefused } from '../../server/errors';
import { BackupRefused } from './BackupRefused';
import type { Places } from './places';
import { restoreBackup } from './restoreBackup';
import { takeBackup } from './takeBackup';

const USAGE = { backup: 'npm run backup -- --to FOLDER', restore: 'npm run restore -- --from FOLDER' };

interface Answer {
  readonly code: 0 | 1;
  readonly lines: readonly string[];
}

/** Backs up the server with these settings, or puts a backup in the place of its data. */
export async function operateBackup(
  verb: 'backup' | 'restore',
  words: readonly string[],
  env: Environment,
): Promise<Answer> {
  try {
    const folder = readFolder(verb, words);
    const places = placesOf(readConfig(env));
    return { code: 0, lines: await (verb === 'backup' ? takeBackup(places, folder) : restoreBackup(folder, places)) };
  } catch (error) {
    if (error instanceof BackupRefused || error instanceof StartRefused) return { code: 1, lines: [error.message] };
    throw error;
  }
}

function placesOf({ database, storage }: Config): Places {
  if (storage.kind === 's3') {
    throw new BackupRefused(
      'STORAGE_URL is a bucket: back it up with what its service offers; docs/OPERATING.md tells how.',
    );
  }
  if (database.kind === 'sqlite') return { databasePath: database.path, filesDir: storage.folder };
  throw new BackupRefused(
    'DATABASE_URL is a PostgreSQL: back it up with pg_dump and put it back with pg_restore, and copy the pictures after it; README tells how.',
  );
}

function readFolder(verb: 'backup' | 'restore', words: readonly string[]): string {
  const name = verb === 'backup' ? 'to' : 'from';
  try {
    const { values } = parseArgs({ args: [...words], options: { [name]: { type: 'string' } } });
    const folder = values[name];
    if (typeof folder === 'string' && folder !== '') return folder;
  } catch {
    // An option that nobody knows.
  }
  throw new BackupRefused(`usage: ${USAGE[verb]}`);
}
