import { CANVAS_MAX_BYTES } from '../../src/api/contract';
import { checkJson } from '../http/checkJson';
import { ApiError } from '../errors';
import { checkSnapshot } from './checkSnapshot';
import { checkValueCount } from './checkValueCount';
import { canvasTooLarge } from './JsonPatch';

/** Checks a serialized canvas; an empty one is none. Throws 413 or 422. */
export async function checkCanvas(canvas: string): Promise<void> {
  if (canvas === '') return;
  checkCanvasSize(canvas);
  checkValueCount(canvas);
  const snapshot = parse(canvas);
  checkJson(snapshot);
  await checkSnapshot(snapshot);
}

export function checkCanvasSize(canvas: string): void {
  if (Buffer.byteLength(canvas) > CANVAS_MAX_BYTES) throw canvasTooLarge();
}

function parse(canvas: string): unknown {
  try {
    return JSON.parse(canvas);
  } catch {
    throw new ApiError(422, 'invalidSnapshot', 'This is no valid canvas: it is not JSON that can be read.');
  }
}
