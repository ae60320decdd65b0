import { setImmediate as nextTurn } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { Database } from '../../server/db';
import { TABLES, type Row, type TableName } from './tables';
import { MEBIBYTE } from '../../server/bytes';

const ROWS_AT_ONCE = 500;
/** Bytes of a batch; only a single row may have more. */
const BYTES_AT_ONCE = MEBIBYTE;

/** The rows of a table in the order of their keys, in both kinds of database the same, after a row or from the first. */
export async function* readRows(
  db: Kysely<Database>,
  name: TableName,
  after: Row | null,
  atOnce = ROWS_AT_ONCE,
): AsyncGenerator<Row[], void, undefined> {
  for (let last = after; ;) {
    const end = await lastOfBatch(db, name, last, atOnce);
    if (end === null) return;
    const rows = await select(db, name, sql`*`, sql`${isAfter(name, last)} and not ${isAfter(name, end)}`, atOnce);
    yield rows;
    // SQLite answers within one turn of the event loop, and its driver frees memory between turns only: everything read or written so far.
    await nextTurn();
    last = rows.at(-1) ?? end;
  }
}

/** The last row that there is. */
export async function lastRow(db: Kysely<Database>, name: TableName): Promise<Row | null> {
  const order = sql.join(TABLES[name].key.map((column) => sql`${sql.ref(column)} desc`));
  const { rows } = await sql<Row>`select * from ${sql.table(name)} order by ${order} limit 1`.execute(db);
  return rows[0] ?? null;
}

/** The key of the row with which as much is read as may be read at once. */
async function lastOfBatch(
  db: Kysely<Database>,
  name: TableName,
  after: Row | null,
  atOnce: number,
): Promise<Row | null> {
  const { key, heavy } = TABLES[name];
  const bytes = heavy === undefined ? sql`0` : sql`octet_length(${sql.ref(heavy)})`;
  const what = sql`${sql.join(key.map((column) => sql.ref(column)))}, ${bytes} as bytes`;
  const found = await select(db, name, what, isAfter(name, after), atOnce);
  let left = BYTES_AT_ONCE;
  const past = found.findIndex((row) => (left -= Number(row['bytes'])) < 0);
  return found[past < 1 ? (past === 0 ? 0 : found.length - 1) : past - 1] ?? null;
}

type Part = ReturnType<typeof sql>;

async function select(db: Kysely<Database>, name: TableName, what: Part, where: Part, limit: number): Promise<Row[]> {
  const order = sql.join(TABLES[name].key.map((column) => sql.ref(column)));
  const query = sql<Row>`select ${what} from ${sql.table(name)} where ${where} order by ${order} limit ${limit}`;
  return (await query.execute(db)).rows;
}

function isAfter(name: TableName, row: Row | null): Part {
  const { key } = TABLES[name];
  if (row === null) return sql`1 = 1`;
  return sql`((${sql.join(key.map((column) => sql.ref(column)))}) > (${sql.join(key.map((column) => row[column]))}))`;
}
