import { sql } from 'kysely';
import type { Kysely, Transaction } from 'kysely';
import { dropText } from '../canvas/canvasTexts';
import { deleteSome, letOthersWrite, transact } from '../db';
import type { Database } from '../db';
import { letThumbnailGo } from '../files/dropThumbnail';
import { dropRuns } from '../runs/dropRuns';
import { addUsage } from '../usage/usage';

const ROWS_AT_ONCE = 500;
/** Each with a column of the index that finds a project's rows. */
const LARGE_TABLES = [
  ['patch_answer', 'project_id'],
  ['patch_log', 'revision'],
  ['take', 'id'],
] as const;
/** `deleted_at` of a project whose removal has begun. It sorts before every time. */
export const GOING = '';

interface Purge {
  projectId: number;
  /** ISO 8601. */
  now: string;
}

/** The last of the jobs that were looked at, by which the next step goes on. */
type JobPlace = readonly [startedAt: string, id: string];

/**
 * Removes a deleted project for good, with all of its versions: a small one in one step, a large one in short steps. From the first one on
 * it cannot be restored any more; housekeeping removes what a process leaves that is killed between two of them.
 *
 * @returns Whether it was in the trash.
 */
export async function purgeProject(db: Kysely<Database>, purge: Purge): Promise<boolean> {
  // The rows that name them go with the steps.
  const texts = await textsOf(db, purge.projectId);
  for (let lastJob: JobPlace = ['', '']; ;) {
    const place = lastJob;
    const step = await transact(db, (change) => purgeSome(change, purge, place));
    if (step === false) return false;
    if (step === true) break;
    lastJob = step;
    await letOthersWrite(db);
  }
  for (const text of texts) await dropText(db, text);
  return true;
}

async function textsOf(db: Kysely<Database>, projectId: number): Promise<string[]> {
  const named = (['snapshot', 'version_text', 'patch_log'] as const).map(
    (table) => sql`select text_id from ${sql.table(table)} where project_id = ${projectId} and text_id is not null`,
  );
  const { rows } = await sql<{ text_id: string }>`${sql.join(named, sql` union all `)}`.execute(db);
  return rows.map((row) => row.text_id);
}

/** Returns the place from which the next step goes on; after the last step whether the project was there. */
async function purgeSome(
  change: Transaction<Database>,
  { projectId, now }: Purge,
  lastJob: JobPlace,
): Promise<JobPlace | boolean> {
  const { numUpdatedRows } = await change
    .updateTable('project')
    .set({ deleted_at: GOING })
    .where('id', '=', projectId)
    .where('deleted_at', 'is not', null)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return false;
  const limit = await dropRows(change, projectId);
  if (limit <= 0) return lastJob;
  // Its takes are gone: its jobs keep no picture and no words either.
  const jobs = await change
    .selectFrom('job')
    .select(['started_at', 'id'])
    .where('project_id', '=', projectId)
    .where(sql<boolean>`(started_at, id) > (${lastJob[0]}, ${lastJob[1]})`)
    .where((job) => job.or([job('url', 'is not', null), job('further', 'is not', null)]))
    .orderBy('started_at')
    .orderBy('id')
    .limit(limit)
    .execute();
  const last = jobs.at(-1);
  if (last !== undefined) {
    const ids = jobs.map(({ id }) => id);
    await change.updateTable('job').set({ url: null, further: null, text: null }).where('id', 'in', ids).execute();
    if (jobs.length === limit) return [last.started_at, last.id];
  }
  const row = await change
    .deleteFrom('project')
    .where('id', '=', projectId)
    .returning(['member_id', 'thumbnail', 'counted_bytes'])
    .executeTakeFirstOrThrow();
  const { member_id: memberId, thumbnail: url } = row;
  // The thumbnail goes before the usage, in the order of uploads: two transactions must not wait for each other.
  if (url !== null) await letThumbnailGo(change, { memberId, url, now });
  await addUsage(change, memberId, { bytes: -row.counted_bytes });
  return true;
}

/** Deletes rows of the large tables. Returns how many more the step may take: none where there may be more of these. */
async function dropRows(change: Transaction<Database>, projectId: number): Promise<number> {
  let limit = ROWS_AT_ONCE;
  for (const [table, orderBy] of LARGE_TABLES) {
    limit -= await deleteSome(change, table, { where: sql`project_id = ${projectId}`, orderBy, limit });
    if (limit === 0) return 0;
  }
  const runs = await change
    .selectFrom('run')
    .select(['id', 'steps'])
    .where('project_id', '=', projectId)
    .orderBy('created_at')
    .limit(limit)
    .execute();
  const gone = await dropRuns(change, runs, limit);
  if (gone < runs.length || runs.length === limit) return 0;
  return limit - runs.reduce((rows, { steps }) => rows + steps + 1, 0);
}
