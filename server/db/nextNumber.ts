import type { Kysely } from 'kysely';
import type { Database } from './schema';

/** The next number under a name, from 1; never the same one twice. Of several, the last. */
export async function nextNumber(db: Kysely<Database>, name: string, count = 1): Promise<number> {
  const { last } = await db
    .insertInto('counter')
    .values({ name, last: count })
    .onConflict((known) => known.column('name').doUpdateSet((row) => ({ last: row('counter.last', '+', count) })))
    .returning('last')
    .executeTakeFirstOrThrow();
  return last;
}
