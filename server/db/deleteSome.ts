import { sql } from 'kysely';
import type { Kysely, RawBuilder } from 'kysely';
import { isPostgres } from './dialect';
import type { Database } from './schema';
import { transact } from './transact';

interface Some {
  /** An index finds these rows. */
  readonly where: RawBuilder<unknown>;
  /** A column of the same index. */
  readonly orderBy: string;
  readonly limit: number;
}

/**
 * Deletes the first rows of a table that match a condition, in a transaction of its own unless it is given one. No list of keys is sent.
 *
 * @returns How many were deleted: `limit` when there may be more.
 */
export async function deleteSome(
  db: Kysely<Database>,
  table: keyof Database,
  { where, orderBy, limit }: Some,
): Promise<number> {
  const some = (place: string) =>
    sql`(select ${sql.raw(place)} from ${sql.table(table)} where ${where} order by ${sql.ref(orderBy)} limit ${sql.lit(limit)})`;
  // PostgreSQL checks the condition again for a row that changed meanwhile. SQLite has one writer.
  const those = isPostgres(db) ? sql`ctid = any(array${some('ctid')}) and (${where})` : sql`rowid in ${some('rowid')}`;
  const statement = sql`delete from ${sql.table(table)} where ${those}`;
  const { numAffectedRows } = await (db.isTransaction
    ? statement.execute(db)
    : transact(db, (change) => statement.execute(change)));
  return Number(numAffectedRows ?? 0n);
}
