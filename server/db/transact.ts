import type { Kysely, Transaction } from 'kysely';
import type { Database } from './schema';

/** Two transactions that wait for one another are told apart by ending one; so often it begins anew. */
const ATTEMPTS = 4;

/**
 * Runs a transaction that writes. When the database ends it because of another one it runs again from its beginning, so
 * it must have no effect outside of the database before it is done.
 */
export async function transact<T>(
  db: Kysely<Database>,
  work: (change: Transaction<Database>) => Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await db.transaction().execute(work);
    } catch (error) {
      if (!wasSacrificed(error) || attempt === ATTEMPTS) throw error;
    }
  }
}

/** Reads as of one moment; within a transaction that is going on already, as that reads. */
export function atOneMoment<T>(db: Kysely<Database>, read: (db: Kysely<Database>) => Promise<T>): Promise<T> {
  if (db.isTransaction) return read(db);
  return db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(read);
}

/** A deadlock or a serialization failure of PostgreSQL. */
function wasSacrificed(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { cause } = error;
  return cause instanceof Error && 'code' in cause && (cause.code === '40P01' || cause.code === '40001');
}
