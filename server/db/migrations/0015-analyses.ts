import type { Kysely, Migration } from 'kysely';

/** Counts the texts that engines have read as jobs count pictures, and finds both by time for the whole installation. */
export const analyses: Migration = { up };

async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('analysis')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('member_id', 'text', (column) => column.notNull().references('member.id').onDelete('cascade'))
    .addColumn('started_at', 'text', (column) => column.notNull())
    .addColumn('open_until', 'text', (column) => column.notNull())
    .addColumn('ended_at', 'text')
    .addColumn('cost_micros', 'integer')
    .execute();
  await db.schema.createIndex('analysis_of_member').on('analysis').columns(['member_id', 'started_at']).execute();
  // The index has everything that sums need: a day's calls are counted without reading their rows.
  await db.schema.createIndex('analysis_of_time').on('analysis').columns(['started_at', 'id', 'cost_micros']).execute();
  await db.schema
    .createIndex('job_of_time')
    .on('job')
    .columns(['started_at', 'id', 'cost_micros', 'provider', 'code'])
    .execute();
}
