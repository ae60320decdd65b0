import { sql } from 'kysely';
import type { Kysely, RawBuilder } from 'kysely';
import type { Database } from '../db';
import { readText } from './canvasTexts';
import { MEBIBYTE } from '../bytes';

/** A patch as it was logged, as JSON. */
export interface LoggedPatch {
  revision: number;
  patch: string;
}

/** A 412 carries at most this much of the missed patches; beyond it, loading the whole canvas is better. */
export const MISSED_MAX_BYTES = MEBIBYTE;
/** How many patches older than the snapshot are stored: a 412 carries them to clients that were away. */
const KEPT_PATCHES = 1000;

/** The sum over `patch_log`, left joined with the `canvas_text` of its long patches as `long_patch`; null without rows. */
export const patchBytes = (): RawBuilder<number | null> =>
  sql`sum(coalesce(${sql.ref('long_patch.bytes')}, octet_length(${sql.ref('patch_log.patch')})))`;

/** The newest revision up to this one whose patch no 412 can bring any more; null where each can be. */
export async function lastOutOfReach(
  db: Kysely<Database>,
  projectId: number,
  revision: number,
): Promise<number | null> {
  const rows = await db
    .selectFrom('patch_log')
    .leftJoin('canvas_text as long_patch', 'long_patch.id', 'patch_log.text_id')
    .where('project_id', '=', projectId)
    .where('revision', '<=', revision)
    .select(['revision', sql<number>`coalesce(long_patch.bytes, octet_length(patch_log.patch))`.as('bytes')])
    .orderBy('revision', 'desc')
    .limit(KEPT_PATCHES + 1)
    .execute();
  let bytes = 0;
  for (const [index, row] of rows.entries()) {
    bytes += row.bytes;
    if (bytes > MISSED_MAX_BYTES || index === KEPT_PATCHES) return row.revision;
  }
  return null;
}

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

/** The patches between two revisions, when the log still has every one of them and they have no more bytes than `max`. */
export async function missedPatches(
  read: Kysely<Database>,
  projectId: number,
  { base, current, max }: { base: number; current: number; max: number },
): Promise<{ patches?: { revision: number; patch: unknown[] }[] }> {
  // Measured first: each may have 16 MiB.
  const { count, bytes } = await read
    .selectFrom('patch_log')
    .leftJoin('canvas_text as long_patch', 'long_patch.id', 'patch_log.text_id')
    .where('project_id', '=', projectId)
    .where('revision', '>', base)
    .where('revision', '<=', current)
    .select((row) => [row.fn.countAll<number>().as('count'), patchBytes().as('bytes')])
    .executeTakeFirstOrThrow();
  if (count !== current - base || (bytes ?? 0) > max) return {};
  const rows = await readLog(read, projectId, { after: base, until: current });
  return { patches: rows.map(({ revision, patch }) => ({ revision, patch: JSON.parse(patch) as unknown[] })) };
}
