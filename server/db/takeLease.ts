import type { Kysely } from 'kysely';
import type { Database } from '.';

interface LeaseTerm {
  readonly now: Date;
  /** How long a turn keeps all others from theirs, also when its server is gone. */
  readonly afterMs: number;
}

/** Whether it is this server's turn at something that the servers of a database are to do one at a time. */
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
