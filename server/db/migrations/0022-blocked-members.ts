import type { Kysely, Migration } from 'kysely';

/** Since when a member may not come in. */
export const blockedMembers: Migration = { up };

async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('member').addColumn('blocked_at', 'text').execute();
}
