import type { Kysely, Migration } from 'kysely';

/** Stores with each job the cost that was assumed as it was admitted: it counts in the budget until the real one is known. */
export const jobEstimates: Migration = { up };

async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('job').addColumn('estimate_micros', 'integer').execute();
}
