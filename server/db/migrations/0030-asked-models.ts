import type { Kysely, Migration } from 'kysely';

/** Jobs tell which model their request named: the last price of each is what its next picture is taken to cost. */
export const askedModels: Migration = { up };

async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('job').addColumn('asked_model', 'text').execute();
}
