import { sql } from 'kysely';
import type { Kysely, Migration } from 'kysely';

/**
 * Finds the answers to a project's patches by their own key, which also serves the deletion of the project: one index fewer is written with
 * every save. An answer is deleted with its project, and so with its member.
 */
export const answersByProject: Migration = { up };

async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('new_patch_answer')
    .addColumn('member_id', 'text', (column) => column.notNull())
    .addColumn('project_id', 'integer', (column) => column.notNull().references('project.id').onDelete('cascade'))
    .addColumn('idempotency_key', 'text', (column) => column.notNull())
    .addColumn('body_hash', 'text', (column) => column.notNull())
    .addColumn('status', 'integer', (column) => column.notNull())
    .addColumn('body', 'text', (column) => column.notNull())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('patch_answer_of_project_key', ['project_id', 'member_id', 'idempotency_key'])
    .execute();
  const columns = sql`member_id, project_id, idempotency_key, body_hash, status, body, created_at`;
  await sql`insert into new_patch_answer (${columns}) select ${columns} from patch_answer`.execute(db);
  await db.schema.dropTable('patch_answer').execute();
  await db.schema.alterTable('new_patch_answer').renameTo('patch_answer').execute();
  await db.schema.createIndex('patch_answer_by_age').on('patch_answer').column('created_at').execute();
}
