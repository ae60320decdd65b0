import { sql } from 'kysely';
import type { Kysely, Migration } from 'kysely';

/** Keeps runs over many nodes step by step, and by which request each job was made. */
export const runs: Migration = { up };

async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('run')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('member_id', 'text', (column) => column.notNull().references('member.id').onDelete('cascade'))
    .addColumn('project_id', 'integer', (column) => column.notNull().references('project.id').onDelete('cascade'))
    .addColumn('revision', 'integer', (column) => column.notNull())
    .addColumn('is_fresh', 'integer', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('ended_at', 'text')
    .addColumn('idempotency_key', 'text')
    .addColumn('body_hash', 'text')
    .execute();
  await db.schema
    .createTable('run_step')
    .addColumn('run_id', 'text', (column) => column.notNull().references('run.id').onDelete('cascade'))
    .addColumn('place', 'integer', (column) => column.notNull())
    .addColumn('node_id', 'text', (column) => column.notNull())
    .addColumn('number', 'integer', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('reason', 'text')
    .addColumn('take_id', 'integer')
    .addColumn('url', 'text')
    .addColumn('job_id', 'text')
    .addColumn('request', 'text', (column) => column.notNull())
    .addColumn('waits_for', 'text', (column) => column.notNull())
    .addColumn('is_written', 'integer', (column) => column.notNull())
    .addColumn('started_at', 'text')
    .addColumn('ended_at', 'text')
    .addPrimaryKeyConstraint('run_step_key', ['run_id', 'place'])
    .execute();
  await db.schema.createIndex('run_of_project').on('run').columns(['project_id', 'created_at', 'id']).execute();
  await db.schema.createIndex('run_of_member').on('run').column('member_id').execute();
  await db.schema
    .createIndex('run_idempotency')
    .on('run')
    .columns(['member_id', 'idempotency_key'])
    .unique()
    .where(sql.ref('idempotency_key'), 'is not', null)
    .execute();
  await sql`create index run_under_way on run (created_at, id) where state = 'running'`.execute(db);
  await db.schema.alterTable('job').addColumn('run_id', 'text').execute();
  await db.schema.alterTable('job').addColumn('request_key', 'text').execute();
  await sql`create index job_of_request on job (member_id, request_key) where state = 'running' and request_key is not null`.execute(
    db,
  );
}
