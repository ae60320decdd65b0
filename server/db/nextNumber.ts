import type { Kysely } from 'kysely';
import type { Database } from './schema';

/** The next number under a name, from 1; never the same one twice. */
export async function nextNumber(db: Kysely<Database>, name: string): Promise<number> {
  const { last } = await db
    .insertInto('counter')
    .values({ name, last: 1 })
    .onConflict((known) => known.column('name').doUpdateSet((row) => ({ last: row('counter.last', '+', 1) })))
    .returning('last')
    .executeTakeFirstOrThrow();
  return last;
}
