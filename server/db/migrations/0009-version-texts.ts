import type { Kysely, Migration } from 'kysely';
import { sql } from 'kysely';

/** Keeps the packed canvases of versions as texts in parts, as those of the snapshots are. */
export const versionTexts: Migration = { up };

async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('version_text').renameTo('version_text_before').execute();
  await sql`insert into canvas_text (id, bytes, created_at)
    select 'version-' || project_id || '-' || revision, octet_length(packed), ${new Date().toISOString()}
    from version_text_before`.execute(db);
  await sql`insert into canvas_text_part (text_id, number, part)
    select 'version-' || project_id || '-' || revision, 0, packed from version_text_before`.execute(db);

  await db.schema
    .createTable('version_text')
    .addColumn('project_id', 'integer', (column) => column.notNull().references('project.id').onDelete('cascade'))
    .addColumn('revision', 'integer', (column) => column.notNull())
    .addColumn('text_id', 'text', (column) => column.notNull().unique().references('canvas_text.id'))
    .addPrimaryKeyConstraint('version_text_of_revision', ['project_id', 'revision'])
    .execute();
  await sql`insert into version_text (project_id, revision, text_id)
    select project_id, revision, 'version-' || project_id || '-' || revision from version_text_before`.execute(db);
  await db.schema.dropTable('version_text_before').execute();
}
