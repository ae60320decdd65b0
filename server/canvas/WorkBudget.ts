/** The work takes more than its budget. */
export class BudgetExceeded extends Error {
  override readonly name = 'BudgetExceeded';
}

/** A limit for one piece of work, in bytes of JSON text that are read or written. */
export class WorkBudget {
  #left: number;

  constructor(atMostBytes = Number.POSITIVE_INFINITY) {
    this.#left = atMostBytes;
  }

  /** Call before the work. Throws BudgetExceeded. */
  spend(bytes: number): void {
    this.#left -= bytes;
    if (this.#left < 0) throw new BudgetExceeded();
  }

  /** Looks through a value that is about to be read or written whole, and no further than the budget reaches. */
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
