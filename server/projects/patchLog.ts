import { sql } from 'kysely';
import type { Kysely, RawBuilder } from 'kysely';
import type { Database } from '../db';
import { readText } from './canvasTexts';

/** A patch as it was logged, as JSON. */
export interface LoggedPatch {
  revision: number;
  patch: string;
}

/** Of `patch_log` left joined with the `canvas_text` of its long patches as `long_patch`; null of no rows. */
export const patchBytes = (): RawBuilder<number | null> =>
  sql`sum(coalesce(${sql.ref('long_patch.bytes')}, octet_length(${sql.ref('patch_log.patch')})))`;

/** The patches after a revision, up to another one or all, in their order. */
export async function readLog(
  db: Kysely<Database>,
  projectId: number,
  { after, until }: { after: number; until?: number },
): Promise<LoggedPatch[]> {
  const rows = await db
    .selectFrom('patch_log')
    .select(['revision', 'patch', 'text_id'])
    .where('project_id', '=', projectId)
    .where('revision', '>', after)
    .$if(until !== undefined, (query) => query.where('revision', '<=', until ?? after))
    .orderBy('revision')
    .execute();
  const patches: LoggedPatch[] = [];
  for (const { revision, patch, text_id: textId } of rows) {
    patches.push({ revision, patch: textId === null ? patch : (await readText(db, textId)).toString() });
  }
  return patches;
}
