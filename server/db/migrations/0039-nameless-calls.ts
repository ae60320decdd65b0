import type { Kysely, Migration } from 'kysely';

/** Keeps the calls of deleted members for the limits of the installation's day, without a sign of whose they were. */
export const namelessCalls: Migration = { up };

async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('nameless_call')
    .addColumn('started_at', 'text', (column) => column.notNull())
    .addColumn('id', 'text', (column) => column.notNull())
    .addColumn('cost_micros', 'integer')
    .addPrimaryKeyConstraint('nameless_call_key', ['started_at', 'id'])
    .execute();
}
