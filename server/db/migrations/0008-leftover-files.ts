import type { Kysely, Migration } from 'kysely';

/** Lists files that may have no owner, so that the store need not be searched for them. */
export const leftoverFiles: Migration = { up };

async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('leftover_file')
    .addColumn('name', 'text', (column) => column.primaryKey())
    .addColumn('since', 'text', (column) => column.notNull())
    .execute();
}
