import type Sqlite from 'libsql';
import { z } from 'zod';
import { DAY_MS } from '../../server/time';
import { openDatabase } from './openDatabase';

/** Until then the previous database can be put back with all of its pictures. */
const SPARED_MS = 30 * DAY_MS;

const names = z.array(z.string());

/** Queries of the files that a database knows of, by their table, which a database of an older version may lack. */
const KNOWN = {
  file: "select sha256 || '.' || extension from file",
  leftover_file: 'select name from leftover_file',
};

/** Names of the files that the store has because of this database, or soon no longer has. */
export function storedPictures(db: Sqlite.Database): string[] {
  return Object.entries(KNOWN).flatMap(([table, query]) =>
    hasTable(db, table) ? names.parse(db.prepare(query).pluck().all()) : [],
  );
}

/** Notes those of these pictures that a database does not name: its server removes them in 30 days. Returns their number. */
export function noteLeftovers(databasePath: string, pictures: readonly string[]): number {
  const db = openDatabase(databasePath);
  try {
    if (!hasTable(db, 'leftover_file')) return 0;
    const named = new Set(names.parse(db.prepare(KNOWN.file).pluck().all()));
    const left = pictures.filter((name) => !named.has(name));
    const since = new Date(Date.now() + SPARED_MS).toISOString();
    db.exec('begin');
    const note = db.prepare('insert or replace into leftover_file (name, since) values (?, ?)');
    for (const name of left) note.run(name, since);
    db.exec('commit');
    return left.length;
  } finally {
    db.close();
  }
}

const hasTable = (db: Sqlite.Database, name: string): boolean =>
  db.prepare("select name from sqlite_master where type = 'table' and name = ?").all(name).length > 0;
