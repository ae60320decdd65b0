import type { Kysely, Migration } from 'kysely';

/** Keeps the number by which a request tells deliberate repetitions apart, and finds a node's newest jobs. */
export const jobNumbers: Migration = { up };

async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('job')
    .addColumn('number', 'integer', (column) => column.notNull().defaultTo(0))
    .execute();
  await db.schema.createIndex('job_of_node').on('job').columns(['project_id', 'node_id', 'started_at']).execute();
}
