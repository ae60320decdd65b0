/** So much at a time: the first bytes leave early, and other requests have their turn in between. */
const PIECE_BYTES = 256 * 1024;

/**
 * A text as it stands between the quotes of a JSON string, byte for byte what JSON.stringify makes of it. Its pieces are
 * made when they are first asked for and kept for whoever asks next.
 */
export class EscapedText implements Iterable<Buffer> {
  /** As UTF-8. */
  #text: Buffer;
  readonly #bytes: number;
  readonly #pieces: Buffer[] = [];

  constructor(utf8: Buffer) {
    this.#text = utf8;
    this.#bytes = utf8.byteLength;
  }

  /** What it takes in memory at most, in bytes. */
  get memory(): number {
    return 2 * this.#bytes;
  }

  *[Symbol.iterator](): Generator<Buffer, void, undefined> {
    for (let index = 0; index * PIECE_BYTES < this.#bytes; index += 1) {
      yield (this.#pieces[index] ??= this.#escape(index * PIECE_BYTES));
    }
  }

  #escape(start: number): Buffer {
    const end = Math.min(start + PIECE_BYTES, this.#bytes);
    // JSON escapes ASCII only, so that bytes may pass for characters and a piece may end within one.
    const escaped = JSON.stringify(this.#text.toString('latin1', start, end)).slice(1, -1);
    if (end === this.#bytes) this.#text = Buffer.alloc(0);
    return Buffer.from(escaped, 'latin1');
  }
}
