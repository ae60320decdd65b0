import { sql } from 'kysely';
import type { Kysely, Migration } from 'kysely';

/**
 * Stores the number of requested pictures of a job, the pictures after the first, and the number of missing ones; each picture of a job is
 * a take.
 */
export const severalPictures: Migration = { up };

async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('job')
    .addColumn('asked_count', 'integer', (column) => column.notNull().defaultTo(1))
    .execute();
  await db.schema
    .alterTable('job')
    .addColumn('missing', 'integer', (column) => column.notNull().defaultTo(0))
    .execute();
  await db.schema.alterTable('job').addColumn('further', 'text').execute();
  await db.schema.dropIndex('take_of_job').execute();
  await db.schema
    .createIndex('take_of_job')
    .on('take')
    .columns(['job_id', 'url'])
    .unique()
    .where(sql.ref('job_id'), 'is not', null)
    .execute();
}
