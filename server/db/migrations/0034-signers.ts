import type { Kysely, Migration } from 'kysely';

/** Keeps who says that they have signed a picture. Older pictures are looked into when somebody asks. */
export const signers: Migration = { up };

async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('file').addColumn('signed_by', 'text').execute();
}
