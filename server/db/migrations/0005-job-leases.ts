import type { Kysely, Migration } from 'kysely';
import { sql } from 'kysely';

/**
 * Adds to a job until when its server is known to run it, and why it failed. Jobs also outlive their project: started jobs count for a
 * member's limits, whatever they delete.
 */
export const jobLeases: Migration = { up };

async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('job_with_lease')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('member_id', 'text', (column) => column.notNull().references('member.id').onDelete('cascade'))
    .addColumn('project_id', 'integer', (column) => column.notNull())
    .addColumn('node_id', 'text')
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('started_at', 'text', (column) => column.notNull())
    .addColumn('lease_until', 'text', (column) => column.notNull())
    .addColumn('ended_at', 'text')
    .addColumn('url', 'text')
    .addColumn('message', 'text')
    .addColumn('code', 'text')
    .addColumn('retry_at', 'text')
    .addColumn('model', 'text')
    .addColumn('idempotency_key', 'text')
    .addColumn('body_hash', 'text')
    .addUniqueConstraint('job_of_key', ['member_id', 'idempotency_key'])
    .execute();
  await sql`insert into job_with_lease (id, member_id, project_id, node_id, state, started_at, lease_until, ended_at, url,
      message, model, idempotency_key, body_hash)
    select id, member_id, project_id, node_id, state, started_at, started_at, ended_at, url,
      message, model, idempotency_key, body_hash from job`.execute(db);
  await db.schema.dropTable('job').execute();
  await db.schema.alterTable('job_with_lease').renameTo('job').execute();
  await db.schema.createIndex('job_of_project').on('job').columns(['project_id', 'started_at']).execute();
  await db.schema.createIndex('job_of_member').on('job').columns(['member_id', 'started_at']).execute();
  await db.schema.createIndex('job_of_state').on('job').columns(['state', 'member_id']).execute();
}
