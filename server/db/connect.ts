import { Kysely } from 'kysely';
import { migrate, refuseOtherTables } from './migrate';
import { openPostgresInThread, openPostgres, checkPostgres } from './postgres/openPostgres';
import type { Database } from './schema';
import { openSqliteInThread, openSqlite } from './sqlite/openSqlite';

/**
 * Opens a database and upgrades its tables; creates a missing SQLite file. Acknowledged statements survive a killed process and a power
 * cut. Several processes may have one PostgreSQL open, and may open it for the first time at once. Throws StartRefused when it cannot be
 * opened.
 */
export function connect(address: DatabaseAddress): Promise<Kysely<Database>> {
  return open(address, migrate);
}

/** Opens a database in the same way for a command, beside a server or without one: only servers upgrade tables, those of other versions are refused. */
export function connectForCommand(address: DatabaseAddress): Promise<Kysely<Database>> {
  return open(address, refuseOtherTables);
}

async function open(
  address: DatabaseAddress,
  checkTables: (db: Kysely<Database>) => Promise<void>,
): Promise<Kysely<Database>> {
  const dialect = address.kind === 'sqlite' ? openSqlite(address.path) : openPostgres(address.url);
  const db = new Kysely<Database>({ dialect });
  try {
    if (address.kind === 'postgres') await checkPostgres(db, address.url);
    await checkTables(db);
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
export function connectInThread(address: DatabaseAddress): Kysely<Database> {
  const dialect = address.kind === 'sqlite' ? openSqliteInThread(address.path) : openPostgresInThread(address.url);
  return new Kysely<Database>({ dialect });
}

/** Address of a database: a file of this machine, or a PostgreSQL server that other processes may use as well. */
export type DatabaseAddress = { kind: 'sqlite'; path: string } | { kind: 'postgres'; url: string };
