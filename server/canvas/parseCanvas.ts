import { CANVAS_MAX_BYTES } from '../../src/api/contract';
import { checkJson } from '../http/checkJson';
import { ApiError } from '../errors';
import { checkSnapshot } from './checkSnapshot';
import { canvasTooLarge } from './JsonPatch';
import { MEBIBYTE } from '../bytes';

/** Shorter texts cannot have too many. */
const SCANNED_FROM = 16 * MEBIBYTE;
/** Twice as many as a canvas of 128 MiB has. Each takes up to 80 bytes once it is parsed. */
const VALUES_MAX = 10_000_000;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
/** Bytes that begin or follow a value. */
const [COMMA, LIST, OBJECT] = [0x2c, 0x5b, 0x7b];

/** Throws ApiError 413 for JSON, which need not be valid, with so many values that parsing it would fill a thread's memory. */
export function checkValueCount(json: Uint8Array | string): void {
  if (json.length <= SCANNED_FROM) return;
  if (countValues(typeof json === 'string' ? Buffer.from(json) : json) <= VALUES_MAX) return;
  throw new ApiError(413, 'canvasTooLarge', 'The canvas has more than ten million values. Make it smaller.');
}

function countValues(json: Uint8Array): number {
  let values = 0;
  let isText = false;
  for (let at = 0; at < json.length; at += 1) {
    const code = json[at];
    if (isText) {
      if (code === BACKSLASH) at += 1;
      else if (code === QUOTE) isText = false;
    } else if (code === QUOTE) isText = true;
    else if (code === COMMA || code === LIST || code === OBJECT) values += 1;
  }
  return values;
}

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
