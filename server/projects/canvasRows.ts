import type { Kysely } from 'kysely';
import type { Database } from '../db';
import type { HotDocument } from './DocumentCache';
import { applyPatch, parsePatch } from './JsonPatch';

/** A canvas as the rows hold it: a snapshot and the patches since. */
export interface CanvasRows {
  snapshot: { revision: number; canvas: string };
  patches: { revision: number; patch: string }[];
}

/** The text of a canvas that no patch has changed since it was written, as UTF-8; undefined otherwise. */
export async function readWrittenText(
  db: Kysely<Database>,
  projectId: number,
  revision: number,
): Promise<Buffer | undefined> {
  const row = await db
    .selectFrom('snapshot')
    // As text it would be made characters and then bytes again, at several times the cost of the reading.
    .select((snapshot) => snapshot.cast<ArrayBuffer>('canvas', 'blob').as('bytes'))
    .where('project_id', '=', projectId)
    .where('revision', '=', revision)
    .executeTakeFirst();
  return row && Buffer.from(row.bytes);
}

/** Reads a project's canvas as of one moment; undefined when it has none. Call within a transaction. */
export async function readCanvasRows(db: Kysely<Database>, projectId: number): Promise<CanvasRows | undefined> {
  const snapshot = await db
    .selectFrom('snapshot')
    .select(['revision', 'canvas'])
    .where('project_id', '=', projectId)
    .executeTakeFirst();
  if (snapshot === undefined) return undefined;
  const patches = await db
    .selectFrom('patch_log')
    .select(['revision', 'patch'])
    .where('project_id', '=', projectId)
    .where('revision', '>', snapshot.revision)
    .orderBy('revision')
    .execute();
  return { snapshot, patches };
}

/** Builds the canvas that the rows tell. */
export function replay(rows: CanvasRows): HotDocument {
  const { snapshot, patches } = rows;
  let document: unknown = JSON.parse(snapshot.canvas);
  let logBytes = 0;
  for (const { patch } of patches) {
    const applied = applyPatch(document, parsePatch(JSON.parse(patch)));
    document = applied.document;
    logBytes += Buffer.byteLength(patch) + applied.copiedBytes;
  }
  return {
    document,
    revision: patches.at(-1)?.revision ?? snapshot.revision,
    bytes: Buffer.byteLength(snapshot.canvas) + logBytes,
    snapshotRevision: snapshot.revision,
    logBytes,
  };
}
