import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { Database } from '../../server/db';
import { lastRow, readRows } from './readRows';
import type { Row, TableName } from './tables';

/** Copies the rows that the target does not have yet, which are all after its last row. `tell` is called for each batch. */
export async function copyRows(
  name: TableName,
  from: Kysely<Database>,
  to: Kysely<Database>,
  tell: (rows: number) => void,
): Promise<void> {
  for await (const rows of readRows(from, name, await lastRow(to, name))) {
    await insert(to, name, rows);
    tell(rows.length);
  }
}

/** One statement: all of them or none. */
async function insert(db: Kysely<Database>, name: TableName, rows: readonly Row[]): Promise<void> {
  const columns = Object.keys(rows[0] ?? {});
  const values = rows.map((row) => sql`(${sql.join(columns.map((column) => row[column]))})`);
  const names = sql.join(columns.map((column) => sql.ref(column)));
  await sql`insert into ${sql.table(name)} (${names}) values ${sql.join(values)}`.execute(db);
}
