/** Cost of an entry beside its text; characters. */
const ENTRY_COST = 32;

/**
 * Remembers what was measured of a text in a style. Bounded by characters, not by entries, because a long text that
 * is being typed leaves a version per key press. Two generations instead of a list of uses: a hit costs two map
 * look-ups and moves nothing.
 */
export class TextCache<Value> {
  #young = new Map<string, Map<string, Value>>();
  #old = new Map<string, Map<string, Value>>();
  #characters = 0;
  readonly #limit: number;

  /** Holds at most twice `limit` characters. */
  constructor(limit: number) {
    this.#limit = limit;
  }

  get(style: string, text: string): Value | undefined {
    const young = this.#young.get(style)?.get(text);
    if (young !== undefined) return young;
    const old = this.#old.get(style)?.get(text);
    if (old !== undefined) this.set(style, text, old);
    return old;
  }

  set(style: string, text: string, value: Value): void {
    if (this.#characters > this.#limit) {
      this.#old = this.#young;
      this.#young = new Map();
      this.#characters = 0;
    }
    const texts = this.#young.get(style);
    if (texts) texts.set(text, value);
    else this.#young.set(style, new Map([[text, value]]));
    this.#characters += text.length + ENTRY_COST;
  }

  clear(): void {
    this.#young.clear();
    this.#old.clear();
    this.#characters = 0;
  }
}
