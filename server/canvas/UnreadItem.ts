/**
 * A node, an edge or another member of a canvas that nobody has looked into since it was loaded: its JSON text, outside of
 * the heap that is searched for garbage, and made by another thread.
 */
export class UnreadItem {
  readonly id: string;
  readonly #texts: Buffer;
  readonly #start: number;
  readonly #end: number;

  constructor(id: string, texts: Buffer, start: number, end: number) {
    this.id = id;
    this.#texts = texts;
    this.#start = start;
    this.#end = end;
  }

  /** Of its text. */
  get bytes(): number {
    return this.#end - this.#start;
  }

  /** The value, made anew with every call. */
  read(): unknown {
    return JSON.parse(this.#texts.toString('utf8', this.#start, this.#end));
  }

  toJSON(): unknown {
    return this.read();
  }
}
