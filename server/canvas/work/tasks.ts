import { COLLECT_STEPS } from '../../collector/steps';
import { emptyLog } from '../../db';
import { clean } from '../../operations/clean';
import { planCanvas } from '../../runs/planCanvas';
import { purgeProject } from '../../trash/purgeProject';
import { readUsageFigures } from '../../usage/usageFigures';
import { settleVersions } from '../../versions/settleVersions';
import { readCanvasAt, readCanvasRows, replay } from '../canvasRows';
import { dropText, writeText } from '../canvasTexts';
import { packCanvas } from '../packedCanvas';
import type { CanvasTasks } from './CanvasTasks';
import { checkCreated, checkPatch, checkPushed } from './checkBodies';
import { compactLog } from './compactLog';
import { patchInThread } from './patchInThread';

/** Each can run in any thread: it has only its order and a connection to the database. */
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
  fold: compactLog,
  settle: settleVersions,
  drop: async (db, { textIds }) => {
    for (const textId of textIds) await dropText(db, textId);
    return null;
  },
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
