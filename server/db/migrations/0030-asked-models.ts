import type { Kysely, Migration } from 'kysely';

/** Adds to jobs the model that their request named: the last price of each model is the estimate for its next picture. */
export const askedModels: Migration = { up };

async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('job').addColumn('asked_model', 'text').execute();
}
