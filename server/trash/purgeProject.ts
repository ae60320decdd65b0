import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { deleteSome, letOthersWrite, transact } from '../db';
import type { Database } from '../db';
import { dropThumbnail } from '../files/dropThumbnail';
import { addUsage } from '../usage/usage';

const ROWS_AT_ONCE = 500;

/**
 * Removes a deleted project for good, with all of its versions. The large tables go first, in short steps; a project that is restored
 * meanwhile does not need those rows. Housekeeping deletes its texts.
 *
 * @returns Whether it was in the trash.
 */
export async function purgeProject(
  db: Kysely<Database>,
  { projectId, now }: { projectId: number; now: string },
): Promise<boolean> {
  const trashed = await db
    .selectFrom('project')
    .leftJoin('snapshot', 'snapshot.project_id', 'project.id')
    .select('snapshot.revision')
    .where('project.id', '=', projectId)
    .where('project.deleted_at', 'is not', null)
    .executeTakeFirst();
  if (trashed === undefined) return false;
  const of = sql`project_id = ${projectId}`;
  const before = sql`project_id = ${projectId} and revision <= ${trashed.revision ?? 0}`;
  await dropAll(db, () => deleteSome(db, 'patch_answer', { where: of, orderBy: 'project_id', limit: ROWS_AT_ONCE }));
  await dropAll(db, () => deleteSome(db, 'patch_log', { where: before, orderBy: 'revision', limit: ROWS_AT_ONCE }));
  const gone = await transact(db, async (change) => {
    const row = await change
      .deleteFrom('project')
      .where('id', '=', projectId)
      .where('deleted_at', 'is not', null)
      .returning(['member_id', 'thumbnail', 'counted_bytes'])
      .executeTakeFirst();
    if (row !== undefined) {
      await addUsage(change, row.member_id, { bytes: -row.counted_bytes });
      // Its takes are gone with it: its jobs keep no picture either.
      await change
        .updateTable('job')
        .set({ url: null })
        .where('member_id', '=', row.member_id)
        .where('project_id', '=', projectId)
        .where('url', 'is not', null)
        .execute();
    }
    return row;
  });
  if (gone === undefined) return false;
  if (gone.thumbnail !== null) await dropThumbnail(db, { memberId: gone.member_id, url: gone.thumbnail, now });
  return true;
}

async function dropAll(db: Kysely<Database>, dropSome: () => Promise<number>): Promise<void> {
  while ((await dropSome()) === ROWS_AT_ONCE) await letOthersWrite(db);
}
