import type { Kysely } from 'kysely';
import { StartRefused } from '../errors';
import type { Database } from './schema';

/** A table that only a database has into which another installation is being moved: one text, `source`, says which. */
export const MOVE_UNDER_WAY = 'move_under_way';

/** Throws StartRefused for a database that has a part of an installation only. */
export async function refuseHalfMoved(db: Kysely<Database>): Promise<void> {
  const tables = await db.introspection.getTables();
  if (tables.some(({ name }) => name === MOVE_UNDER_WAY)) {
    throw new StartRefused(
      'The database of DATABASE_URL is the target of a move that has not ended: run the same npm run move again.',
    );
  }
}
