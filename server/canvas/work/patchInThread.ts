import type { Kysely } from 'kysely';
import type { Database } from '../../db';
import { asBuffer } from '../buffers';
import { readCanvasRows, replay } from '../canvasRows';
import { writeText } from '../canvasTexts';
import { Effort } from '../Effort';
import { noCanvas } from '../errors';
import { packCanvas } from '../packedCanvas';
import { patchCanvas } from '../patchCanvas';
import type { Answer, Order } from './CanvasTasks';

/**
 * Applies a patch to the canvas in the rows and stores a long patch as a text; the caller writes the log's row. Throws 409 without a
 * canvas, and what patchCanvas throws.
 */
export async function patchInThread(
  db: Kysely<Database>,
  { projectId, revision, text, isWeighed }: Order<'patch'>,
): Promise<Answer<'patch'>> {
  const rows = await readCanvasRows(db, projectId);
  if (rows === undefined) throw noCanvas();
  const before = replay(rows);
  if (before.revision !== revision) return null;
  const json = typeof text === 'string' ? text : asBuffer(text.bytes).toString();
  const { document, readBytes: _, ...facts } = await patchCanvas(before, json, { effort: new Effort(), isWeighed });
  if (typeof text !== 'string') await writeText(db, text);
  return { ...facts, packed: packCanvas(document) };
}
