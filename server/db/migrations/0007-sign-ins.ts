import type { Kysely, Migration } from 'kysely';

/** Sign-ins that wait for the issuer's answer, and a way to all sessions of a member. */
export const signIns: Migration = { up };

async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('sign_in')
    .addColumn('state_hash', 'text', (column) => column.primaryKey())
    .addColumn('browser_hash', 'text', (column) => column.notNull())
    .addColumn('nonce', 'text', (column) => column.notNull())
    .addColumn('code_verifier', 'text', (column) => column.notNull())
    .addColumn('redirect', 'text', (column) => column.notNull())
    .addColumn('expires_at', 'text', (column) => column.notNull())
    .execute();
  await db.schema.createIndex('sign_in_by_expiry').on('sign_in').column('expires_at').execute();
  await db.schema.createIndex('session_by_member').on('session').column('member_id').execute();
}
