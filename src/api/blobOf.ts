import { pause } from './nextTask';

/** Characters made bytes in one go: a few milliseconds, and less than a store takes without a pause. */
const PIECE = 1024 * 1024;

/** A long text in pieces. */
export function* piecesOf(text: string): Generator<string> {
  for (let start = 0; start < text.length;) {
    const last = text.charCodeAt(start + PIECE - 1);
    // A piece that ended within a character would lose it.
    const end = start + PIECE - (last >= 0xd800 && last < 0xdc00 ? 1 : 0);
    yield text.slice(start, end);
    start = end;
  }
}

/** The text as bytes. Each piece is read and encoded in a task of its own, so that the page can go on in between. */
export async function blobOf(pieces: Iterable<string>, type?: string): Promise<Blob> {
  const blobs: Blob[] = [];
  for (const piece of pieces) {
    blobs.push(new Blob([piece]));
    await pause();
  }
  return new Blob(blobs, { type });
}
