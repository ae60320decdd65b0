/**
 * The JSON text of a node, an edge or another member of a canvas that was not read since the canvas was loaded. The text lies in a
 * buffer, where the garbage collector does not search it.
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

  /** Length of its text. */
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
