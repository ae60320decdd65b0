/** A picture's kind shows in this many of its first bytes. */
const PICTURE_HEAD_BYTES = 16;

const text = (bytes: Uint8Array, from: number, to: number): string => String.fromCharCode(...bytes.subarray(from, to));

/** The media type of a picture that the file store takes, by its first bytes; null for everything else. */
function pictureKind(head: Uint8Array): string | null {
  if (text(head, 0, 8) === '\u0089PNG\r\n\u001A\n') return 'image/png';
  if (text(head, 0, 3) === '\u00FF\u00D8\u00FF') return 'image/jpeg';
  if (text(head, 0, 4) === 'GIF8') return 'image/gif';
  if (text(head, 0, 4) === 'RIFF' && text(head, 8, 12) === 'WEBP') return 'image/webp';
  if (['ftypavif', 'ftypavis'].includes(text(head, 4, 12))) return 'image/avif';
  return null;
}

/** Does the same as pictureKind for a file. Rejects when the file cannot be read any more. */
export const kindOfFile = async (file: Blob): Promise<string | null> =>
  pictureKind(new Uint8Array(await file.slice(0, PICTURE_HEAD_BYTES).arrayBuffer()));
