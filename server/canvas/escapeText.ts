/** So much at a time: the first bytes leave early, and other requests have their turn in between. */
const PIECE_BYTES = 256 * 1024;

/**
 * A text in UTF-8 as it stands between the quotes of a JSON string, byte for byte what JSON.stringify makes of it. Each
 * piece is made when it is taken.
 */
export function* escapeText(utf8: Buffer): Generator<Buffer, void, undefined> {
  for (let start = 0; start < utf8.byteLength; start += PIECE_BYTES) {
    // JSON escapes ASCII only, so that bytes may pass for characters and a piece may end within one.
    const escaped = JSON.stringify(utf8.toString('latin1', start, start + PIECE_BYTES)).slice(1, -1);
    yield Buffer.from(escaped, 'latin1');
  }
}
