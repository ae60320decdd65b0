import type { Kysely, Migration } from 'kysely';
import { sql } from 'kysely';

/** Takes the canvases out of the snapshots and keeps them in parts, so that a large one is written in many short steps. */
export const canvasTexts: Migration = { up };

async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('canvas_text')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('bytes', 'integer', (column) => column.notNull())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .execute();

  await db.schema
    .createTable('canvas_text_part')
    .addColumn('text_id', 'text', (column) => column.notNull().references('canvas_text.id').onDelete('cascade'))
    .addColumn('number', 'integer', (column) => column.notNull())
    .addColumn('part', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('canvas_text_part_key', ['text_id', 'number'])
    .execute();

  await sql`insert into canvas_text (id, bytes, created_at)
    select 'first-of-' || project_id, octet_length(canvas), ${new Date().toISOString()} from snapshot`.execute(db);
  await sql`insert into canvas_text_part (text_id, number, part)
    select 'first-of-' || project_id, 0, canvas from snapshot`.execute(db);

  await db.schema.alterTable('snapshot').renameTo('snapshot_before').execute();
  await db.schema
    .createTable('snapshot')
    .addColumn('project_id', 'integer', (column) => column.primaryKey().references('project.id').onDelete('cascade'))
    .addColumn('revision', 'integer', (column) => column.notNull())
    .addColumn('text_id', 'text', (column) => column.notNull().unique().references('canvas_text.id'))
    .execute();
  await sql`insert into snapshot (project_id, revision, text_id)
    select project_id, revision, 'first-of-' || project_id from snapshot_before`.execute(db);
  await db.schema.dropTable('snapshot_before').execute();
}
