import { PostgresAdapter, sql } from 'kysely';
import type { Kysely, RawBuilder } from 'kysely';
import type { Database } from './schema';

/** Tells the two databases apart, for the few things that they have no common word for. */
export function isPostgres(db: Kysely<Database>): boolean {
  return db.getExecutor().adapter instanceof PostgresAdapter;
}

/**
 * A column of text as UTF-8. In SQLite it is read as the bytes it is, because as text it would be made characters and then
 * bytes again, at several times the cost of the reading. From PostgreSQL bytes travel as hexadecimal text, which is dearer yet.
 */
export function textBytes(db: Kysely<Database>, column: string): RawBuilder<ArrayBuffer | string> {
  return isPostgres(db) ? sql.ref(column) : sql`cast(${sql.ref(column)} as blob)`;
}
