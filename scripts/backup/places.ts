import { join } from 'node:path';

/** Places of the things that are backed up: those of a server's settings, or of a backup, which is laid out as a DATA_DIR. */
export interface Places {
  readonly databasePath: string;
  /** Null where a bucket has the pictures: they are neither copied nor put back. */
  readonly filesDir: string | null;
}

export const placesIn = (folder: string) => ({
  databasePath: join(folder, 'mulgil.db'),
  filesDir: join(folder, 'files'),
});
