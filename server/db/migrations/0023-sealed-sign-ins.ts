import type { Kysely, Migration } from 'kysely';

/** A sign-in under way travels with its browser; kept is only which ones have come back, and what seals them. */
export const sealedSignIns: Migration = { up };

async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.dropTable('sign_in').execute();
  await db.schema
    .createTable('used_sign_in')
    .addColumn('state_hash', 'text', (column) => column.primaryKey())
    .addColumn('expires_at', 'text', (column) => column.notNull())
    .execute();
  await db.schema.createIndex('used_sign_in_by_expiry').on('used_sign_in').column('expires_at').execute();
  await db.schema
    .createTable('secret')
    .addColumn('name', 'text', (column) => column.primaryKey())
    .addColumn('value', 'text', (column) => column.notNull())
    .execute();
}
