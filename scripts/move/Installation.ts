import { readDataSettings, type Config, type Environment } from '../../server/config';
import { StartRefused } from '../../server/errors';
import { CommandRefused } from '../installation/CommandRefused';

/** The places where a server keeps its data. */
export type Installation = Pick<Config, 'database' | 'storage'>;

/** Reads `DATABASE_URL,STORAGE_URL` as one word. The keys of buckets are those of the environment. */
export function readInstallation(option: '--from' | '--to', word: string, env: Environment): Installation {
  const [, database, storage] = /^(.+?),((?:file|s3):.+)$/.exec(word) ?? [];
  if (database === undefined || storage === undefined) {
    throw new CommandRefused(`${option} is not valid: it must be a DATABASE_URL and a STORAGE_URL, joined by a comma.`);
  }
  try {
    return readDataSettings({ ...env, DATABASE_URL: database, STORAGE_URL: storage });
  } catch (error) {
    if (error instanceof StartRefused) throw new CommandRefused(`${option}: ${error.message}`);
    throw error;
  }
}

/** Says which one it is, without a password or key. */
export function nameInstallation({ database, storage }: Installation): string {
  return `${nameDatabase(database)},${nameStorage(storage)}`;
}

export function nameDatabase(place: Installation['database']): string {
  if (place.kind === 'sqlite') return `sqlite:${place.path}`;
  const { host, pathname } = new URL(place.url);
  return `postgres://${host}${pathname}`;
}

function nameStorage(storage: Installation['storage']): string {
  if (storage.kind === 'file') return `file:${storage.folder}`;
  return `s3://${storage.bucket}${storage.endpoint === null ? '' : `?endpoint=${storage.endpoint}`}`;
}
