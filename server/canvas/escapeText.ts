/** The text is escaped in pieces: the first bytes leave early, and the thread serves other requests in between. */
const PIECE_BYTES = 256 * 1024;

/**
 * Yields a UTF-8 text as it is between the quotes of a JSON string, byte for byte as JSON.stringify writes it. Each piece is made when it
 * is read.
 */
export function* escapeText(utf8: Buffer): Generator<Buffer, void, undefined> {
  for (let start = 0; start < utf8.byteLength; start += PIECE_BYTES) {
    // JSON escapes ASCII only, so that bytes may pass for characters and a piece may end within one.
    const escaped = JSON.stringify(utf8.toString('latin1', start, start + PIECE_BYTES)).slice(1, -1);
    yield Buffer.from(escaped, 'latin1');
  }
}
