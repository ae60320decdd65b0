import { PostgresAdapter, sql } from 'kysely';
import type { Kysely, Migration } from 'kysely';

/**
 * Lets the row of a text be deleted before its parts, so that nothing can name a half-deleted text; the remaining parts are noted. Adds
 * sums of the jobs that are too old to be kept one by one.
 */
export const textsGoFirst: Migration = { up };

async function up(db: Kysely<unknown>): Promise<void> {
  await (db.getExecutor().adapter instanceof PostgresAdapter ? freePartsOfPostgres(db) : freePartsOfSqlite(db));
  await db.schema
    .createTable('going_text')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .execute();
  await db.schema
    .createTable('job_sum')
    .addColumn('member_id', 'text', (column) => column.notNull().references('member.id').onDelete('cascade'))
    .addColumn('month', 'text', (column) => column.notNull())
    .addColumn('provider', 'text', (column) => column.notNull())
    .addColumn('model', 'text', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('jobs', 'integer', (column) => column.notNull())
    .addColumn('input_tokens', 'integer', (column) => column.notNull())
    .addColumn('output_tokens', 'integer', (column) => column.notNull())
    // A whole number in digits: a year of pictures may cost more than 32 bits hold.
    .addColumn('cost_micros', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('job_sum_key', ['member_id', 'month', 'provider', 'model', 'state'])
    .execute();
}

async function freePartsOfPostgres(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('canvas_text_part').dropConstraint('canvas_text_part_text_id_fkey').execute();
}

/** Drops the foreign key as SQLite's page on ALTER TABLE says: nothing is copied, however much there is. */
async function freePartsOfSqlite(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ schema_version: number }>`pragma schema_version`.execute(db);
  await sql`pragma writable_schema = on`.execute(db);
  await sql`update sqlite_schema set sql = replace(sql, ' references "canvas_text" ("id") on delete cascade', '')
    where name = 'canvas_text_part'`.execute(db);
  await sql`pragma schema_version = ${sql.lit((rows[0]?.schema_version ?? 0) + 1)}`.execute(db);
  await sql`pragma writable_schema = off`.execute(db);
}
