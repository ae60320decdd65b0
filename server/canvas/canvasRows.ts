import type { Kysely } from 'kysely';
import { atOneMoment } from '../db';
import type { Database } from '../db';
import { readText } from './canvasTexts';
import { WorkBudget } from './WorkBudget';
import { applyPatch, parsePatch } from './JsonPatch';
import { patchBytes, readLog } from './patchLog';
import type { LoggedPatch } from './patchLog';

/** A canvas as the rows hold it: a snapshot and the patches since. */
export interface CanvasRows {
  snapshot: { revision: number; textId: string; canvas: string };
  patches: LoggedPatch[];
}

/** The canvas that rows tell. */
export interface ReplayedCanvas {
  document: unknown;
  revision: number;
  /** Serialized size, or a little more. */
  bytes: number;
  snapshotRevision: number;
  /** Number of the patches since that snapshot: the revisions of a restored database leave some out. */
  logPatches: number;
  /** Size of these patches. */
  logBytes: number;
}

/** How many bytes the rows of a canvas have; undefined when it has none. */
export async function measureCanvasRows(db: Kysely<Database>, projectId: number): Promise<number | undefined> {
  const row = await db
    .selectFrom('snapshot')
    .innerJoin('canvas_text', 'canvas_text.id', 'snapshot.text_id')
    .select((snapshot) => [
      'canvas_text.bytes',
      snapshot
        .selectFrom('patch_log')
        .leftJoin('canvas_text as long_patch', 'long_patch.id', 'patch_log.text_id')
        .select(patchBytes().as('bytes'))
        .whereRef('patch_log.project_id', '=', 'snapshot.project_id')
        .whereRef('patch_log.revision', '>', 'snapshot.revision')
        .as('logBytes'),
    ])
    .where('snapshot.project_id', '=', projectId)
    .executeTakeFirst();
  return row && row.bytes + (row.logBytes ?? 0);
}

/** A canvas at a revision, as UTF-8: as it was sent until its first change. Null when the rows are at another one. */
export async function readCanvasAt(db: Kysely<Database>, projectId: number, revision: number): Promise<Buffer | null> {
  const text = await atOneMoment(db, async (read) => {
    const snapshot = await findSnapshot(read, projectId);
    return snapshot?.revision === revision ? readText(read, snapshot.textId) : undefined;
  });
  if (text !== undefined) return text;
  const rows = await readCanvasRows(db, projectId);
  if (rows === undefined) return null;
  const { document, revision: current } = replay(rows);
  return current === revision ? Buffer.from(JSON.stringify(document)) : null;
}

/** Reads a project's canvas as of one moment; undefined when it has none. */
export function readCanvasRows(db: Kysely<Database>, projectId: number): Promise<CanvasRows | undefined> {
  return atOneMoment(db, async (read) => {
    const snapshot = await findSnapshot(read, projectId);
    if (snapshot === undefined) return undefined;
    const patches = await readLog(read, projectId, { after: snapshot.revision });
    const canvas = (await readText(read, snapshot.textId)).toString();
    return { snapshot: { ...snapshot, canvas }, patches };
  });
}

/** Builds the canvas that the rows tell. */
export function replay({ snapshot, patches }: CanvasRows): ReplayedCanvas {
  let document: unknown = JSON.parse(snapshot.canvas);
  let logBytes = 0;
  for (const { patch } of patches) {
    const applied = applyPatch(document, parsePatch(JSON.parse(patch)), new WorkBudget());
    document = applied.document;
    logBytes += Buffer.byteLength(patch) + applied.copiedBytes;
  }
  return {
    document,
    revision: patches.at(-1)?.revision ?? snapshot.revision,
    bytes: Buffer.byteLength(snapshot.canvas) + logBytes,
    snapshotRevision: snapshot.revision,
    logPatches: patches.length,
    logBytes,
  };
}

async function findSnapshot(
  db: Kysely<Database>,
  projectId: number,
): Promise<{ revision: number; textId: string } | undefined> {
  return db
    .selectFrom('snapshot')
    .select(['revision', 'text_id as textId'])
    .where('project_id', '=', projectId)
    .executeTakeFirst();
}
