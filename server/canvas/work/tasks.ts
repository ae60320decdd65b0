import type { Kysely } from 'kysely';
import { COLLECT_STEPS } from '../../collector/steps';
import { emptyLog, transact, type Database } from '../../db';
import { clean } from '../../operations/clean';
import { holdProject } from '../../projects/project';
import { planCanvas } from '../../runs/planCanvas';
import { purgeProject } from '../../trash/purgeProject';
import { recountProject } from '../../usage/usage';
import { readUsageFigures } from '../../usage/usageFigures';
import { settleVersions } from '../../versions/settleVersions';
import { readVersionText } from '../../versions/versionText';
import { asBuffer } from '../buffers';
import { readCanvasAt, readCanvasRows, replay } from '../canvasRows';
import { dropText, writeText } from '../canvasTexts';
import { WorkBudget } from '../WorkBudget';
import { noCanvas } from '../errors';
import { packCanvas } from '../packedCanvas';
import { patchCanvas } from '../patchCanvas';
import { lastOutOfReach } from '../patchLog';
import type { CanvasTasks, TaskInput, TaskAnswer } from './CanvasTasks';
import { checkCreated, checkPatch, checkPushed } from './checkBodies';

/**
 * Applies a patch to the canvas in the rows and stores a long patch as a text; the caller writes the log's row. Throws 409 without a
 * canvas, and what patchCanvas throws.
 */
async function patchInThread(
  db: Kysely<Database>,
  { projectId, revision, text, isWeighed }: TaskInput<'patch'>,
): Promise<TaskAnswer<'patch'>> {
  const rows = await readCanvasRows(db, projectId);
  if (rows === undefined) throw noCanvas();
  const before = replay(rows);
  if (before.revision !== revision) return null;
  const json = typeof text === 'string' ? text : asBuffer(text.bytes).toString();
  const { document, readBytes: _, ...facts } = await patchCanvas(before, json, { budget: new WorkBudget(), isWeighed });
  if (typeof text !== 'string') await writeText(db, text);
  return { ...facts, packed: packCanvas(document) };
}

/**
 * Compacts a patch log into a snapshot. It writes the text first, in parts; one short transaction then makes it the snapshot, unless
 * the canvas was replaced meanwhile. A crash at any point leaves the canvas as it was.
 */
export async function compactLog(
  db: Kysely<Database>,
  { projectId, textId, createdAt }: TaskInput<'compact'>,
): Promise<number | null> {
  const rows = await readCanvasRows(db, projectId);
  if (rows === undefined || rows.patches.length === 0) return null;
  // Versions are settled after the reading: one that is made from now on is at least at the revision that the snapshot goes to.
  await settleVersions(db, { projectId, textId, createdAt });
  const { revision, document } = replay(rows);
  await writeText(db, { id: textId, bytes: new TextEncoder().encode(JSON.stringify(document)), createdAt });
  const unreferenced = await transact(db, async (change) => {
    await holdProject(change, projectId);
    const { numUpdatedRows } = await change
      .updateTable('snapshot')
      .set({ revision, text_id: textId })
      .where('project_id', '=', projectId)
      .where('text_id', '=', rows.snapshot.textId)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return null;
    const last = await lastOutOfReach(change, projectId, revision);
    const patches = await change
      .deleteFrom('patch_log')
      .where('project_id', '=', projectId)
      .where('revision', '<=', last ?? 0)
      .returning('text_id')
      .execute();
    await recountProject(change, projectId);
    return [rows.snapshot.textId, ...patches.flatMap((patch) => patch.text_id ?? [])];
  });
  for (const text of unreferenced ?? [textId]) await dropText(db, text);
  return unreferenced && revision;
}

/** Each can run in any thread: it has only its input and a connection to the database. */
export const tasks: CanvasTasks = {
  checkCreated: (_db, { body }) => checkCreated(body),
  checkPushed: (_db, { body }) => checkPushed(body),
  checkPatch: (_db, { body }) => Promise.resolve(checkPatch(body)),
  write: async (db, text) => {
    await writeText(db, text);
    return text.bytes;
  },
  read: (db, { projectId, revision }) => readCanvasAt(db, projectId, revision),
  open: async (db, { projectId, revision }) => {
    const rows = await readCanvasRows(db, projectId);
    if (rows === undefined) return null;
    const { document, ...facts } = replay(rows);
    return facts.revision === revision ? { ...facts, packed: packCanvas(document) } : null;
  },
  patch: patchInThread,
  compact: compactLog,
  settle: settleVersions,
  drop: async (db, { textIds }) => {
    for (const textId of textIds) await dropText(db, textId);
    return null;
  },
  unpack: (db, { textId }) => readVersionText(db, textId),
  plan: planCanvas,
  ...COLLECT_STEPS,
  clean,
  usageFigures: readUsageFigures,
  purge: purgeProject,
  checkpoint: async (db) => {
    await emptyLog(db);
    return null;
  },
};
