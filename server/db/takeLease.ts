import type { Kysely } from 'kysely';
import type { Database } from '.';

interface LeaseTerm {
  readonly now: Date;
  /** How long the lease lasts, in milliseconds, also when its server is gone. */
  readonly afterMs: number;
}

/** Takes the lease of work that only one server of a database does at a time. Returns whether it was free. */
export async function takeLease(db: Kysely<Database>, name: string, { now, afterMs }: LeaseTerm): Promise<boolean> {
  const last = now.getTime();
  const taken = await db
    .insertInto('counter')
    .values({ name, last })
    .onConflict((known) =>
      known
        .column('name')
        .doUpdateSet({ last })
        .where('counter.last', '<=', last - afterMs),
    )
    .returning('last')
    .executeTakeFirst();
  return taken !== undefined;
}
