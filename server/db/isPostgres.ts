import { PostgresAdapter } from 'kysely';
import type { Kysely } from 'kysely';
import type { Database } from './schema';

/** For the few things that the two databases have no common word for. */
export function isPostgres(db: Kysely<Database>): boolean {
  return db.getExecutor().adapter instanceof PostgresAdapter;
}
