import { sql } from 'kysely';
import type { Kysely, Migration } from 'kysely';

/** Finds the runs that ended first, which housekeeping deletes after a while. */
export const endedRuns: Migration = { up };

async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createIndex('run_by_end')
    .on('run')
    .column('ended_at')
    .where(sql.ref('ended_at'), 'is not', null)
    .execute();
}
