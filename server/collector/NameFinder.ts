const FILE_NAME = /\/files\/([0-9a-f]{64})/g;
/** JSON may write any character so, and a slash with a backslash before it. */
const ESCAPES = /\\u00([2-7][0-9a-f])|\\\//gi;
/** The longest way to write one name: each of its characters escaped. */
const NAME_MAX_LENGTH = 6 * '/files/'.length + 6 * 64;

/** Finds the files that a text names, however its pieces are cut. It takes more for a name than is one, never less. */
export class NameFinder {
  readonly #found = new Set<string>();
  #rest = '';

  /** The SHA-256 of each, hex. */
  get found(): ReadonlySet<string> {
    return this.#found;
  }

  /** @param piece JSON in one piece or in several, one after the other; of UTF-8 read as Latin-1 it may be, too. */
  read(piece: string): void {
    const text = this.#rest + piece;
    this.#rest = text.slice(-NAME_MAX_LENGTH);
    const plain = text.includes('\\') ? text.replaceAll(ESCAPES, unescape) : text;
    for (const [, sha256] of plain.matchAll(FILE_NAME)) if (sha256 !== undefined) this.#found.add(sha256);
  }

  /** Ends a text: the next piece belongs to another one. */
  end(): void {
    this.#rest = '';
  }
}

const unescape = (_escape: string, code: string | undefined): string =>
  code === undefined ? '/' : String.fromCharCode(Number.parseInt(code, 16));
