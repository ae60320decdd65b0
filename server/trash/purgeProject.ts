import { sql } from 'kysely';
import type { Kysely, Transaction } from 'kysely';
import { deleteSome, letOthersWrite, transact } from '../db';
import type { Database } from '../db';
import { letThumbnailGo } from '../files/dropThumbnail';
import { addUsage } from '../usage/usage';

const ROWS_AT_ONCE = 500;

interface Purge {
  projectId: number;
  /** ISO 8601. */
  now: string;
}

/**
 * Removes a deleted project for good, with all of its versions: a small one in one step. For a large one the large tables go first, in
 * short steps; a project that is restored meanwhile does not need those rows. Housekeeping deletes its texts.
 *
 * @returns Whether it was in the trash.
 */
export async function purgeProject(db: Kysely<Database>, purge: Purge): Promise<boolean> {
  for (;;) {
    const step = await transact(db, (change) => purgeSome(change, purge));
    if (step !== 'more') return step === 'gone';
    await letOthersWrite(db);
  }
}

async function purgeSome(
  change: Transaction<Database>,
  { projectId, now }: Purge,
): Promise<'more' | 'gone' | 'absent'> {
  const trashed = await change
    .selectFrom('project')
    .leftJoin('snapshot', 'snapshot.project_id', 'project.id')
    .select('snapshot.revision')
    .where('project.id', '=', projectId)
    .where('project.deleted_at', 'is not', null)
    .executeTakeFirst();
  if (trashed === undefined) return 'absent';
  const of = sql`project_id = ${projectId}`;
  const before = sql`project_id = ${projectId} and revision <= ${trashed.revision ?? 0}`;
  const limit = ROWS_AT_ONCE;
  const answers = await deleteSome(change, 'patch_answer', { where: of, orderBy: 'project_id', limit });
  if (answers === limit) return 'more';
  const patches = await deleteSome(change, 'patch_log', { where: before, orderBy: 'revision', limit });
  if (patches === limit) return 'more';
  const row = await change
    .deleteFrom('project')
    .where('id', '=', projectId)
    .where('deleted_at', 'is not', null)
    .returning(['member_id', 'thumbnail', 'counted_bytes'])
    .executeTakeFirst();
  if (row === undefined) return 'absent';
  const { member_id: memberId, thumbnail: url } = row;
  // The thumbnail goes before the usage, in the order of uploads: two transactions must not wait for each other.
  if (url !== null) await letThumbnailGo(change, { memberId, url, now });
  await addUsage(change, memberId, { bytes: -row.counted_bytes });
  // Its takes are gone with it: its jobs keep no picture and no words either.
  await change
    .updateTable('job')
    .set({ url: null, further: null, text: null })
    .where('project_id', '=', projectId)
    .where((job) => job.or([job('url', 'is not', null), job('further', 'is not', null)]))
    .execute();
  return 'gone';
}
