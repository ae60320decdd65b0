/** The work is more than the main thread may do at once. */
export class TooMuchAtOnce extends Error {
  override readonly name = 'TooMuchAtOnce';
}

/** Counts the work done so far, in bytes of JSON text that are read or written. */
export class Effort {
  #left: number;

  constructor(atMostBytes = Number.POSITIVE_INFINITY) {
    this.#left = atMostBytes;
  }

  /** Call before the work. Throws TooMuchAtOnce. */
  spend(bytes: number): void {
    this.#left -= bytes;
    if (this.#left < 0) throw new TooMuchAtOnce();
  }

  /** Looks through a value that is about to be read or written whole, and no further than the effort reaches. */
  spendOn(value: unknown): void {
    if (this.#left === Number.POSITIVE_INFINITY) return;
    this.spend(typeof value === 'string' ? value.length : 4);
    if (typeof value !== 'object' || value === null) return;
    for (const [key, field] of Object.entries(value)) {
      this.spend(key.length);
      this.spendOn(field);
    }
  }
}
