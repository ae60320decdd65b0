import { join } from 'node:path';

/** Places of the things that are backed up: those of a server's settings, or of a backup, which is laid out as a DATA_DIR. */
export interface Places {
  readonly databasePath: string;
  readonly filesDir: string;
}

export const placesIn = (folder: string): Places => ({
  databasePath: join(folder, 'mulgil.db'),
  filesDir: join(folder, 'files'),
});
