import { type Kysely, type Transaction, sql, type RawBuilder } from 'kysely';
import { open } from 'node:fs/promises';
import { isPostgres } from './dialect';
import type { Database } from './schema';

/** The database ends one of two transactions that wait for each other; it starts again this many times. */
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

interface RowSelection {
  /** An index finds these rows. */
  readonly where: RawBuilder<unknown>;
  /** A column of the same index. */
  readonly orderBy: string;
  readonly limit: number;
}

/**
 * Deletes the first rows of a table that match a condition, in a transaction of its own unless it is given one. No list of keys is sent.
 *
 * @returns Number of deleted rows; `limit` when there may be more.
 */
export async function deleteSome(
  db: Kysely<Database>,
  table: keyof Database,
  { where, orderBy, limit }: RowSelection,
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

/**
 * Call between two steps of a long write. It syncs the step to the disk while the write lock is free, so that the next save need not
 * wait for it: a longer pause did not shorten that wait. PostgreSQL needs no pause.
 */
export async function letOthersWrite(db: Kysely<Database>): Promise<void> {
  if (!isPostgres(db)) await flushLog(db);
}

async function flushLog(db: Kysely<Database>): Promise<void> {
  const { rows } = await sql<{ name: string; file: string }>`pragma database_list`.execute(db);
  const file = rows.find(({ name }) => name === 'main')?.file;
  if (file === undefined) return;
  const log = await open(`${file}-wal`, 'r+');
  try {
    await log.datasync();
  } finally {
    await log.close();
  }
}

/** The next number under a name, from 1; never the same one twice. Of several, the last. */
export async function nextNumber(db: Kysely<Database>, name: string, count = 1): Promise<number> {
  const { last } = await db
    .insertInto('counter')
    .values({ name, last: count })
    .onConflict((known) => known.column('name').doUpdateSet((row) => ({ last: row('counter.last', '+', count) })))
    .returning('last')
    .executeTakeFirstOrThrow();
  return last;
}
