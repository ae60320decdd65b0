import type { Kysely, Migration } from 'kysely';
import { sql } from 'kysely';

/** Indexes the rows that a delete cascades over and that housekeeping looks for, so that neither reads a whole table. */
export const cascadeIndexes: Migration = { up };

async function up(db: Kysely<unknown>): Promise<void> {
  const create = (name: string) => db.schema.createIndex(name);
  await create('patch_answer_of_project').on('patch_answer').column('project_id').execute();
  await create('file_owner_of_file').on('file_owner').column('sha256').execute();
  await create('canvas_text_by_age').on('canvas_text').columns(['created_at', 'id']).execute();
  await create('leftover_file_by_age').on('leftover_file').columns(['since', 'name']).execute();
  await create('session_of_member').on('session').column('member_id').execute();
  await create('api_token_by_expiry')
    .on('api_token')
    .column('expires_at')
    .where(sql.ref('expires_at'), 'is not', null)
    .execute();
  await create('project_of_thumbnail')
    .on('project')
    .column('thumbnail')
    .where(sql.ref('thumbnail'), 'is not', null)
    .execute();
}
