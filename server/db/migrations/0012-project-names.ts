import { sql } from 'kysely';
import type { Kysely, Migration } from 'kysely';
import { nameKey } from '../../names';

/** Lets a member's projects be searched and read in the order of their names, a page at a time. */
export const projectNames: Migration = { up };

type Tables = { project: { id: number; name: string; name_key: string } };

const ROWS_AT_ONCE = 1000;

async function up(given: Kysely<unknown>): Promise<void> {
  const db = given.withTables<Tables>();
  await db.schema
    .alterTable('project')
    .addColumn('name_key', 'text', (column) => column.notNull().defaultTo(''))
    .execute();
  // Right for most at once; the databases know the case of Latin letters without marks only.
  await db
    .updateTable('project')
    .set({ name_key: sql<string>`lower(name)` })
    .execute();
  await correctKeys(db);
  await given.schema
    .createIndex('project_by_name')
    .on('project')
    .columns(['member_id', 'name_key', 'id'])
    .where(sql.ref('deleted_at'), 'is', null)
    .execute();
}

async function correctKeys(db: Kysely<Tables>): Promise<void> {
  for (let last = 0; ;) {
    const rows = await db
      .selectFrom('project')
      .select(['id', 'name', 'name_key'])
      .where('id', '>', last)
      .orderBy('id')
      .limit(ROWS_AT_ONCE)
      .execute();
    for (const { id, name, name_key: key } of rows) {
      const right = nameKey(name);
      if (key !== right) await db.updateTable('project').set({ name_key: right }).where('id', '=', id).execute();
    }
    const end = rows.at(-1);
    if (end === undefined) return;
    last = end.id;
  }
}
