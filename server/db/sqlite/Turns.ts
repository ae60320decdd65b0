/** What only one can have at a time, in the order in which they came. */
export class Turns {
  readonly #waiting: (() => void)[] = [];
  #isTaken = false;

  /** Resolves when it is the caller's turn, who then gives it back. */
  async take(): Promise<void> {
    if (this.#isTaken) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    this.#isTaken = true;
  }

  giveBack(): void {
    const next = this.#waiting.shift();
    // It goes from hand to hand: nobody comes in between.
    if (next) next();
    else this.#isTaken = false;
  }
}
