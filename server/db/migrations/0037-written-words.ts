import type { Kysely, Migration } from 'kysely';

/** Keeps the words that a text model has written: of a job, and of the take that they become. */
export const writtenWords: Migration = { up };

async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of ['job', 'take']) await db.schema.alterTable(table).addColumn('text', 'text').execute();
}
