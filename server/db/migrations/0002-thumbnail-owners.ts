import type { Kysely, Migration } from 'kysely';

/** Tells pictures that a member only ever had as a thumbnail, which go when the next one replaces them. */
export const thumbnailOwners: Migration = { up };

async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('file_owner')
    .addColumn('only_thumbnail', 'integer', (column) => column.notNull().defaultTo(0))
    .execute();
}
