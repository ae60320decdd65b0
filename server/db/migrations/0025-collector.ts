import { sql } from 'kysely';
import type { Kysely, Migration } from 'kysely';

/** Finds what a member has, in the order of its keys, for the collector of files that nothing names. */
export const collector: Migration = { up };

async function up(db: Kysely<unknown>): Promise<void> {
  const create = (name: string) => db.schema.createIndex(name);
  await create('project_of_member').on('project').columns(['member_id', 'id']).execute();
  await create('job_url_of_member')
    .on('job')
    .columns(['member_id', 'url'])
    .where(sql.ref('url'), 'is not', null)
    .execute();
  await create('file_owner_unnamed')
    .on('file_owner')
    .columns(['unnamed_since', 'sha256'])
    .where(sql.ref('unnamed_since'), 'is not', null)
    .execute();
  await db.schema.dropIndex('member_usage_by_sweep').execute();
  await create('member_usage_by_sweep').on('member_usage').columns(['swept_at', 'member_id']).execute();
}
