import { sql } from 'kysely';
import type { Kysely, Migration } from 'kysely';

/** Finds a page of a member's newest projects in the order of an index, as one by name is found. */
export const projectsByTime: Migration = { up };

async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.dropIndex('project_by_member').execute();
  await db.schema
    .createIndex('project_by_time')
    .on('project')
    .columns(['member_id', 'updated_at', 'id'])
    .where(sql.ref('deleted_at'), 'is', null)
    .execute();
}
