import { sql, type Kysely, type Transaction } from 'kysely';
import { isPostgres } from './dialect';
import type { Database } from './schema';
import { transact } from './transact';

/** The `secret` that tells a database from its backups. It opens nothing. */
const MARK = 'not a backup';

/** Names of `counter` under which ids are given out. */
const IDS = ['project', 'take', 'version'];
/** The name under which `firstRevision` finds how far revisions were moved. */
const REVISIONS = 'revision';

/** Ids have 9 digits at most: seconds since then have them until 2051. */
const IDS_BEGIN_MS = Date.UTC(2020);

/**
 * Moves ids, revisions and event numbers on in a restored database, which it tells by having members and no secret: no backup has a
 * secret. Numbers given out after the backup are on people's devices, and unsent work goes by them: given again they would bring it into
 * other projects and nodes. All go on from the present time, which none has reached, not even after an earlier restore of the same backup.
 * Call it before a database is served; several servers may at once.
 */
export async function passLostNumbers(db: Kysely<Database>, now: Date): Promise<void> {
  const known = await db.selectFrom('secret').select('name').limit(1).executeTakeFirst();
  if (known !== undefined) return;
  await transact(db, async (change) => {
    // Other servers wait here until the first one has ended, which takes minutes in a large database.
    if (isPostgres(db)) await sql`set local lock_timeout = 0`.execute(change);
    const { numInsertedOrUpdatedRows } = await change
      .insertInto('secret')
      .values({ name: MARK, value: now.toISOString() })
      .onConflict((other) => other.column('name').doNothing())
      .executeTakeFirst();
    const member = await change.selectFrom('member').select('id').limit(1).executeTakeFirst();
    if (numInsertedOrUpdatedRows === 0n || member === undefined) return;
    const seconds = Math.floor((now.getTime() - IDS_BEGIN_MS) / 1000);
    for (const name of IDS) await passNumber(change, name, seconds);
    await passNumber(change, REVISIONS, now.getTime());
    await passRevisions(change, now.getTime());
    await passEvents(change, now.getTime());
  });
}

/** The revision of a project's first canvas. */
export async function firstRevision(db: Kysely<Database>): Promise<number> {
  const moved = await db.selectFrom('counter').select('last').where('name', '=', REVISIONS).executeTakeFirst();
  return (moved?.last ?? 0) + 1;
}

async function passNumber(change: Transaction<Database>, name: string, last: number): Promise<void> {
  await change
    .insertInto('counter')
    .values({ name, last })
    .onConflict((known) => known.column('name').doUpdateSet({ last }).where('counter.last', '<', last))
    .execute();
}

/**
 * Adds to each canvas, as its newest, a patch that changes nothing. A reader who has another revision cannot catch up by patches, and so
 * reads the whole canvas.
 */
async function passRevisions(change: Transaction<Database>, revision: number): Promise<void> {
  const patch = '[]';
  const withCanvas = change.selectFrom('snapshot').select('project_id');
  await change
    .insertInto('patch_log')
    .columns(['project_id', 'revision', 'patch', 'created_at'])
    .expression(
      change
        .selectFrom('project')
        .select(['id', bigint(revision).as('revision'), sql.lit(patch).as('patch'), 'updated_at'])
        .where('id', 'in', withCanvas)
        .where('revision', '<', revision),
    )
    .execute();
  await change
    .updateTable('project')
    .set((row) => ({ revision, bytes: row('bytes', '+', patch.length) }))
    .where('id', 'in', withCanvas)
    .where('revision', '<', revision)
    .execute();
}

async function passEvents(change: Transaction<Database>, last: number): Promise<void> {
  await change
    .insertInto('project_event')
    .columns(['project_id', 'last'])
    .expression(
      change
        .selectFrom('project')
        .select(['id', bigint(last).as('last')])
        .where('revision', '>=', 0),
    )
    .onConflict((known) => known.column('project_id').doUpdateSet({ last }).where('project_event.last', '<', last))
    .execute();
}

const bigint = (value: number) => sql<number>`cast(${value} as bigint)`;
