import { piecesOf } from './blobOf';
import { byteLength } from './client';
import { pause } from './nextTask';

/** UTF-8 of a UTF-16 unit. */
const BYTES_MAX = 3;

/** Whether the text takes more bytes than that on the wire; counted a piece a task, and only where its length leaves it open. */
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
