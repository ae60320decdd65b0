import type { Kysely, Migration } from 'kysely';

/** Keeps with a job who made its picture and what that took. */
export const jobCosts: Migration = { up };

async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('job').addColumn('provider', 'text').execute();
  for (const count of ['input_tokens', 'output_tokens', 'cost_micros']) {
    await db.schema.alterTable('job').addColumn(count, 'integer').execute();
  }
  await db.schema.createIndex('job_of_url').on('job').columns(['url']).execute();
}
