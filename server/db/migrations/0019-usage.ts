import { sql } from 'kysely';
import type { Kysely, Migration } from 'kysely';

/** Keeps what each member takes as a running sum, and what nothing names any more with the time since when. */
export const usage: Migration = { up };

async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('member_usage')
    .addColumn('member_id', 'text', (column) => column.primaryKey().references('member.id').onDelete('cascade'))
    .addColumn('bytes', 'integer', (column) => column.notNull())
    .addColumn('projects', 'integer', (column) => column.notNull())
    .addColumn('swept_at', 'text', (column) => column.notNull())
    .execute();
  for (const name of ['bytes', 'counted_bytes']) {
    await db.schema
      .alterTable('project')
      .addColumn(name, 'integer', (column) => column.notNull().defaultTo(0))
      .execute();
  }
  await db.schema.alterTable('file_owner').addColumn('unnamed_since', 'text').execute();

  await sql`update project set bytes =
    coalesce((select t.bytes from snapshot s join canvas_text t on t.id = s.text_id where s.project_id = project.id), 0) +
    coalesce((select sum(coalesce(t.bytes, octet_length(p.patch)))
      from patch_log p left join canvas_text t on t.id = p.text_id where p.project_id = project.id), 0) +
    coalesce((select sum(t.bytes)
      from version_text v join canvas_text t on t.id = v.text_id where v.project_id = project.id), 0)`.execute(db);
  await sql`update project set counted_bytes = bytes`.execute(db);
  await sql`insert into member_usage (member_id, bytes, projects, swept_at)
    select id,
      coalesce((select sum(counted_bytes) from project where member_id = member.id), 0) +
      coalesce((select sum(f.bytes) from file_owner o join file f on f.sha256 = o.sha256 where o.member_id = member.id), 0),
      (select count(*) from project where member_id = member.id and deleted_at is null),
      ''
    from member`.execute(db);
  await db.schema.createIndex('member_usage_by_bytes').on('member_usage').column('bytes').execute();
  await db.schema.createIndex('member_usage_by_sweep').on('member_usage').column('swept_at').execute();
}
