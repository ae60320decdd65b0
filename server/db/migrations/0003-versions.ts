import type { Kysely, Migration } from 'kysely';

/** The past states of each project, and when projects were deleted. */
export const versions: Migration = { up };

async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('version')
    .addColumn('id', 'integer', (column) => column.primaryKey())
    .addColumn('project_id', 'integer', (column) => column.notNull().references('project.id').onDelete('cascade'))
    .addColumn('revision', 'integer', (column) => column.notNull())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .execute();
  await db.schema.createIndex('version_by_project').on('version').columns(['project_id', 'id']).execute();

  await db.schema
    .createTable('version_text')
    .addColumn('project_id', 'integer', (column) => column.notNull().references('project.id').onDelete('cascade'))
    .addColumn('revision', 'integer', (column) => column.notNull())
    .addColumn('packed', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('version_text_key', ['project_id', 'revision'])
    .execute();

  await db.schema.createIndex('project_by_deletion').on('project').column('deleted_at').execute();
}
