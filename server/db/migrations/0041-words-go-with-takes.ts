import type { Kysely, Migration } from 'kysely';

/** Removes the words of jobs whose take or project was removed for good before jobs let their words go with it. */
export const wordsGoWithTakes: Migration = { up };

type Tables = { job: { url: string | null; text: string | null } };

async function up(given: Kysely<unknown>): Promise<void> {
  const db = given.withTables<Tables>();
  await db.updateTable('job').set({ text: null }).where('url', 'is', null).where('text', 'is not', null).execute();
}
