import type { Kysely, Migration } from 'kysely';

/** Lets a long patch lie in parts, as a canvas does. Those that are there stay in their rows. */
export const longPatches: Migration = { up };

async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('patch_log')
    .addColumn('text_id', 'text', (column) => column.references('canvas_text.id'))
    .execute();
  // The index holds few rows: a save of a short patch writes nothing into it.
  await db.schema
    .createIndex('patch_log_by_text')
    .unique()
    .on('patch_log')
    .column('text_id')
    .where('text_id', 'is not', null)
    .execute();
}
