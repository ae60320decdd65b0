import type { Kysely, Migration } from 'kysely';

/** Keeps for which cell of a sheet a step of a run makes its picture, and a job. */
export const cells: Migration = { up };

async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('run_step').addColumn('cell', 'text').execute();
  await db.schema.alterTable('job').addColumn('cell', 'text').execute();
}
