import type { Kysely } from 'kysely';
import { transact } from '../../db';
import type { Database } from '../../db';
import { recountProject } from '../../usage/usage';
import { settleVersions } from '../../versions/settleVersions';
import { readCanvasRows, replay } from '../canvasRows';
import { dropText, writeText } from '../canvasTexts';
import { holdProject } from '../../projects/project';
import { lastOutOfReach } from '../patchLog';
import type { Order } from './CanvasTasks';

/**
 * Compacts a patch log into a snapshot. It writes the text first, in parts; one short transaction then makes it the snapshot, unless
 * the canvas was replaced meanwhile. A crash at any point leaves the canvas as it was.
 */
export async function compactLog(
  db: Kysely<Database>,
  { projectId, textId, createdAt }: Order<'fold'>,
): Promise<number | null> {
  const rows = await readCanvasRows(db, projectId);
  if (rows === undefined || rows.patches.length === 0) return null;
  // Versions are settled after the reading: one that is made from now on is at least at the revision that the snapshot goes to.
  await settleVersions(db, { projectId, textId, createdAt });
  const { revision, document } = replay(rows);
  await writeText(db, { id: textId, bytes: new TextEncoder().encode(JSON.stringify(document)), createdAt });
  const isCompacted = await transact(db, async (change) => {
    await holdProject(change, projectId);
    const { numUpdatedRows } = await change
      .updateTable('snapshot')
      .set({ revision, text_id: textId })
      .where('project_id', '=', projectId)
      .where('text_id', '=', rows.snapshot.textId)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return false;
    const last = await lastOutOfReach(change, projectId, revision);
    if (last !== null) {
      await change.deleteFrom('patch_log').where('project_id', '=', projectId).where('revision', '<=', last).execute();
    }
    await recountProject(change, projectId);
    return true;
  });
  await dropText(db, isCompacted ? rows.snapshot.textId : textId);
  return isCompacted ? revision : null;
}
