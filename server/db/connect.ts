import { Kysely } from 'kysely';
import type { DatabasePlace } from './DatabasePlace';
import { migrate } from './migrate';
import { checkPostgres } from './postgres/checkPostgres';
import { openBesidePostgres, openPostgres } from './postgres/openPostgres';
import type { Database } from './schema';
import { openBesideSqlite, openSqlite } from './sqlite/openSqlite';

/**
 * Opens a database and brings its tables up to date; an SQLite file that is not there is made. What a statement
 * acknowledged survives a killed process and a lost power supply. Several processes may have one PostgreSQL open, and may
 * open it for the first time at once. Throws StartRefused when it cannot be opened.
 */
export async function connect(place: DatabasePlace): Promise<Kysely<Database>> {
  const dialect = place.kind === 'sqlite' ? openSqlite(place.path) : openPostgres(place.url);
  const db = new Kysely<Database>({ dialect });
  try {
    if (place.kind === 'postgres') await checkPostgres(db, place.url);
    await migrate(db);
    return db;
  } catch (error) {
    await db.destroy();
    throw error;
  }
}

/**
 * A further connection to a database that is open already, for another thread. What it writes is whole after a lost power
 * supply; in SQLite it is certain to be there only when the first connection has written after it.
 */
export function connectBeside(place: DatabasePlace): Kysely<Database> {
  const dialect = place.kind === 'sqlite' ? openBesideSqlite(place.path) : openBesidePostgres(place.url);
  return new Kysely<Database>({ dialect });
}
