import { sql } from 'kysely';
import { BUSY_TIMEOUT_MS } from '../../db';
import { settleVersions } from '../../versions/settleVersions';
import { readCanvasAt, readCanvasRows, replay } from '../canvasRows';
import { dropText, writeText } from '../canvasTexts';
import { packCanvas } from '../packedCanvas';
import type { CanvasTasks } from './CanvasTasks';
import { checkCreated, checkPushed } from './checkBodies';
import { foldLog } from './foldLog';

/** In frames: pages with a small head. */
interface WalState {
  log: number;
  checkpointed: number;
}

/** While people save all the time the log is never quite empty: at so many frames, 32 MiB, the rest is taken out by force. */
const WAL_MAX_FRAMES = 16_384;

/** Each can run in any thread: it has only its order and a connection to the database. */
export const tasks: CanvasTasks = {
  checkCreated: (_db, { body }) => Promise.resolve(checkCreated(body)),
  checkPushed: (_db, { body }) => Promise.resolve(checkPushed(body)),
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
  fold: foldLog,
  settle: (db, { projectId }) => settleVersions(db, projectId),
  drop: async (db, { textIds }) => {
    for (const textId of textIds) await dropText(db, textId);
    return null;
  },
  checkpoint: async (db) => {
    const { rows } = await sql<WalState>`pragma wal_checkpoint(passive)`.execute(db);
    // That stopped nobody. What follows keeps writers waiting for as long as there is something left to take out.
    if (rows.some(({ log, checkpointed }) => log > checkpointed && log < WAL_MAX_FRAMES)) return null;
    // Writers would also wait as long as this waits for readers: it waits for nobody, the next checkpoint comes soon enough.
    await sql`pragma busy_timeout = 0`.execute(db);
    await sql`pragma wal_checkpoint(truncate)`.execute(db);
    await sql`pragma busy_timeout = ${sql.lit(BUSY_TIMEOUT_MS)}`.execute(db);
    return null;
  },
};
