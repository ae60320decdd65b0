import type { Kysely, Migration } from 'kysely';

/** Lets a request that creates a project be repeated: the same key names the same project, for as long as its row stays. */
export const creationKeys: Migration = { up };

async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('project').addColumn('creation_key', 'text').execute();
  await db.schema.alterTable('project').addColumn('creation_hash', 'text').execute();
  // Two rows without a key are not equal, in SQLite and PostgreSQL alike.
  await db.schema
    .createIndex('project_by_creation_key')
    .unique()
    .on('project')
    .columns(['member_id', 'creation_key'])
    .execute();
}
