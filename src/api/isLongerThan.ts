import { piecesOf } from './blobOf';
import { byteLength } from './client';
import { pause } from './nextTask';

/** Most UTF-8 bytes of a UTF-16 unit. */
const BYTES_MAX = 3;

/** True when the text takes more than `bytes` on the wire; counts a piece a task, and only when its length does not decide. */
export async function isLongerThan(text: string, bytes: number): Promise<boolean> {
  if (text.length > bytes) return true;
  if (text.length * BYTES_MAX <= bytes) return false;
  let left = bytes;
  for (const piece of piecesOf(text)) {
    left -= byteLength(piece);
    await pause();
  }
  return left < 0;
}
