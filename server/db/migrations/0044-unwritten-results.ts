import { sql } from 'kysely';
import type { Kysely, Migration } from 'kysely';

/** Finds the results of runs that are not on the canvas yet. */
export const unwrittenResults: Migration = { up };

async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index run_step_unwritten on run_step (run_id) where is_written = 0 and url is not null`.execute(db);
}
