import { z } from 'zod';
import { openDatabase } from './openDatabase';

const rows = z.array(z.object({ sha256: z.string(), extension: z.string() }));

/** The names under which the file store keeps what this database names. */
export function listPictures(databasePath: string): string[] {
  const db = openDatabase(databasePath);
  try {
    const found = rows.parse(db.prepare('select sha256, extension from file').all());
    return found.map(({ sha256, extension }) => `${sha256}.${extension}`);
  } finally {
    db.close();
  }
}
