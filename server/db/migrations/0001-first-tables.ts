import type { Kysely, Migration } from 'kysely';

/** The tables the server began with. */
export const firstTables: Migration = { up };

async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('member')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('issuer', 'text', (column) => column.notNull())
    .addColumn('subject', 'text', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('picture', 'text')
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addUniqueConstraint('member_by_issuer_and_subject', ['issuer', 'subject'])
    .execute();

  await db.schema
    .createTable('session')
    .addColumn('token_hash', 'text', (column) => column.primaryKey())
    .addColumn('member_id', 'text', (column) => column.notNull().references('member.id').onDelete('cascade'))
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('expires_at', 'text', (column) => column.notNull())
    .execute();
  await db.schema.createIndex('session_by_expiry').on('session').column('expires_at').execute();

  await db.schema
    .createTable('counter')
    .addColumn('name', 'text', (column) => column.primaryKey())
    .addColumn('last', 'integer', (column) => column.notNull())
    .execute();

  await createProjectTables(db);
  await createFileTables(db);

  await db.schema
    .createTable('job')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('member_id', 'text', (column) => column.notNull().references('member.id').onDelete('cascade'))
    .addColumn('project_id', 'integer', (column) => column.notNull().references('project.id').onDelete('cascade'))
    .addColumn('node_id', 'text')
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('started_at', 'text', (column) => column.notNull())
    .addColumn('ended_at', 'text')
    .addColumn('url', 'text')
    .addColumn('message', 'text')
    .addColumn('model', 'text')
    .addColumn('idempotency_key', 'text')
    .addColumn('body_hash', 'text')
    .addUniqueConstraint('job_by_idempotency_key', ['member_id', 'idempotency_key'])
    .execute();
  await db.schema.createIndex('job_by_project').on('job').columns(['project_id', 'started_at']).execute();
  await db.schema.createIndex('job_by_member').on('job').columns(['member_id', 'started_at']).execute();
  await db.schema.createIndex('job_by_state').on('job').columns(['state', 'member_id']).execute();
}

async function createProjectTables(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('project')
    .addColumn('id', 'integer', (column) => column.primaryKey())
    .addColumn('member_id', 'text', (column) => column.notNull().references('member.id').onDelete('cascade'))
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('revision', 'integer', (column) => column.notNull())
    .addColumn('updated_at', 'text', (column) => column.notNull())
    .addColumn('thumbnail', 'text')
    .addColumn('deleted_at', 'text')
    .execute();
  await db.schema.createIndex('project_by_member').on('project').columns(['member_id', 'updated_at']).execute();

  await db.schema
    .createTable('snapshot')
    .addColumn('project_id', 'integer', (column) => column.primaryKey().references('project.id').onDelete('cascade'))
    .addColumn('revision', 'integer', (column) => column.notNull())
    .addColumn('canvas', 'text', (column) => column.notNull())
    .execute();

  await db.schema
    .createTable('patch_log')
    .addColumn('project_id', 'integer', (column) => column.notNull().references('project.id').onDelete('cascade'))
    .addColumn('revision', 'integer', (column) => column.notNull())
    .addColumn('patch', 'text', (column) => column.notNull())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('patch_log_key', ['project_id', 'revision'])
    .execute();

  await db.schema
    .createTable('patch_answer')
    .addColumn('member_id', 'text', (column) => column.notNull().references('member.id').onDelete('cascade'))
    .addColumn('project_id', 'integer', (column) => column.notNull().references('project.id').onDelete('cascade'))
    .addColumn('idempotency_key', 'text', (column) => column.notNull())
    .addColumn('body_hash', 'text', (column) => column.notNull())
    .addColumn('status', 'integer', (column) => column.notNull())
    .addColumn('body', 'text', (column) => column.notNull())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('patch_answer_key', ['member_id', 'project_id', 'idempotency_key'])
    .execute();
  await db.schema.createIndex('patch_answer_by_age').on('patch_answer').column('created_at').execute();
}

async function createFileTables(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('file')
    .addColumn('sha256', 'text', (column) => column.primaryKey())
    .addColumn('extension', 'text', (column) => column.notNull())
    .addColumn('content_type', 'text', (column) => column.notNull())
    .addColumn('bytes', 'integer', (column) => column.notNull())
    .addColumn('width', 'integer', (column) => column.notNull())
    .addColumn('height', 'integer', (column) => column.notNull())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .execute();

  await db.schema
    .createTable('file_owner')
    .addColumn('member_id', 'text', (column) => column.notNull().references('member.id').onDelete('cascade'))
    .addColumn('sha256', 'text', (column) => column.notNull().references('file.sha256').onDelete('cascade'))
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('file_owner_key', ['member_id', 'sha256'])
    .execute();
}
