import { join } from 'node:path';

/** Where a server keeps what a backup is of: settings of the server, or a backup itself, which is laid out as a DATA_DIR. */
export interface Places {
  readonly databasePath: string;
  readonly filesDir: string;
}

export const placesIn = (folder: string): Places => ({
  databasePath: join(folder, 'mulgil.db'),
  filesDir: join(folder, 'files'),
});
