import { connect, type DatabaseAddress } from '../../../server/db';

/** A newer version of the server opens this database, changes its tables, and closes it again. */
export async function visitByNewer(place: DatabaseAddress): Promise<void> {
  const db = await connect(place);
  await db
    .withTables<{ kysely_migration: { name: string; timestamp: string } }>()
    .insertInto('kysely_migration')
    .values({ name: '9999-from-the-future', timestamp: '2030-01-01T00:00:00.000Z' })
    .execute();
  await db.destroy();
}
