import { CANVAS_MAX_BYTES } from '../../src/api/contract';
import type { ReplayedCanvas } from './canvasRows';
import { checkPatched } from './checkSnapshot';
import type { WorkBudget } from './WorkBudget';
import { applyPatch, canvasTooLarge, parsePatch } from './JsonPatch';

/** The result of patching a canvas. */
export interface PatchedCanvas extends ReplayedCanvas {
  /** Bytes of text of the items that were read for it and of those that it brought. */
  readBytes: number;
  /** Growth of the canvas; bytes, 0 where it was not weighed. */
  addedBytes: number;
}

/**
 * Applies a patch, which is JSON that parsePatch accepts. The canvas's document is changed in place and must be discarded when this throws:
 * 409, 413 or 422 as `operations.ts` says of PATCH, BudgetExceeded for more than the budget allows.
 */
export async function patchCanvas(
  canvas: ReplayedCanvas,
  text: string,
  { budget, isWeighed }: { budget: WorkBudget; isWeighed: boolean },
): Promise<PatchedCanvas> {
  const patch = parsePatch(JSON.parse(text));
  const { document, copiedBytes, readBytes, addedBytes } = applyPatch(canvas.document, patch, budget, isWeighed);
  await checkPatched(document, patch);
  const grownBytes = Buffer.byteLength(text) + copiedBytes;
  return {
    document,
    revision: canvas.revision + 1,
    bytes: measure(document, canvas.bytes + grownBytes, budget),
    snapshotRevision: canvas.snapshotRevision,
    logPatches: canvas.logPatches + 1,
    logBytes: canvas.logBytes + grownBytes,
    readBytes: readBytes + grownBytes,
    addedBytes,
  };
}

/** An estimate that only ever grows is enough until it nears the limit; then the canvas is measured. Throws 413. */
function measure(document: unknown, estimate: number, budget: WorkBudget): number {
  if (estimate <= CANVAS_MAX_BYTES) return estimate;
  budget.spend(estimate);
  const bytes = Buffer.byteLength(JSON.stringify(document));
  if (bytes > CANVAS_MAX_BYTES) throw canvasTooLarge();
  return bytes;
}
