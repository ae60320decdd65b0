import type { Kysely, Migration } from 'kysely';

/** Gives the index of jobs by time all that the sum of a day's costs needs: what came later to it was read row by row. */
export const costsOfADay: Migration = { up };

async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.dropIndex('job_of_time').execute();
  await db.schema
    .createIndex('job_of_time')
    .on('job')
    .columns(['started_at', 'id', 'cost_micros', 'provider', 'code', 'state', 'estimate_micros', 'asked_count'])
    .execute();
}
