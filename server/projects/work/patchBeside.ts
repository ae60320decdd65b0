import type { Kysely } from 'kysely';
import type { Database } from '../../db';
import { readCanvasRows, replay } from '../canvasRows';
import { Effort } from '../Effort';
import { noCanvas } from '../noCanvas';
import { packCanvas } from '../packedCanvas';
import { patchCanvas } from '../patchCanvas';
import type { OpenedCanvas, Order } from './CanvasTasks';

/**
 * Applies a patch to what the rows tell and writes nothing. Throws 409 where there is no canvas, and what patchCanvas
 * does.
 */
export async function patchBeside(
  db: Kysely<Database>,
  { projectId, revision, text }: Order<'patch'>,
): Promise<OpenedCanvas | null> {
  const rows = await readCanvasRows(db, projectId);
  if (rows === undefined) throw noCanvas();
  const before = replay(rows);
  if (before.revision !== revision) return null;
  const { document, readBytes: _, ...facts } = await patchCanvas(before, text, new Effort());
  return { ...facts, packed: packCanvas(document) };
}
