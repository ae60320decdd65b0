/** Pause before a picture is requested again; each next one is twice as long. */
const FIRST_PAUSE_MS = 1_000;
/** The pauses last four minutes together: a restarting server takes less. */
const PAUSES_MAX = 8;

interface Failure {
  /** Number of unanswered requests for the picture; null if there was an answer. */
  readonly tries: number | null;
  mayAsk: boolean;
  readonly pause: ReturnType<typeof setTimeout> | undefined;
}

/**
 * Pictures that could not be loaded. One whose server has not answered may be requested again after a pause: PAUSES_MAX times by itself,
 * later when it comes into view. One whose answer was no picture stays as it is.
 */
export class FailedPictures {
  readonly #failures = new Map<string, Failure>();

  has(url: string): boolean {
    return this.#failures.has(url);
  }

  /** Whether there is any use in asking for it now. */
  mayAsk(url: string): boolean {
    return this.#failures.get(url)?.mayAsk ?? true;
  }

  /** Whether it will not be requested again. */
  isFinal(url: string): boolean {
    return this.#failures.get(url)?.tries === null;
  }

  /** Notes a picture whose server has answered that it has none, or with something that is no picture. */
  addBroken(url: string): void {
    this.#add(url, { tries: null, mayAsk: false, pause: undefined });
  }

  /** Its server has not answered. Calls `askAgain` after the pause, unless that was often enough. */
  addUnanswered(url: string, askAgain: () => void): void {
    const tries = (this.#failures.get(url)?.tries ?? 0) + 1;
    const end = (): void => {
      failure.mayAsk = true;
      if (tries <= PAUSES_MAX) askAgain();
    };
    const pause = setTimeout(end, FIRST_PAUSE_MS * 2 ** (Math.min(tries, PAUSES_MAX) - 1));
    const failure: Failure = { tries, mayAsk: false, pause };
    this.#add(url, failure);
  }

  /** Forgets a failure: the picture could be loaded after all. */
  delete(url: string): void {
    clearTimeout(this.#failures.get(url)?.pause);
    this.#failures.delete(url);
  }

  /** Forgets all of them; returns whether there were any. */
  clear(): boolean {
    const hadAny = this.#failures.size > 0;
    for (const url of this.#failures.keys()) this.delete(url);
    return hadAny;
  }

  #add(url: string, failure: Failure): void {
    this.delete(url);
    this.#failures.set(url, failure);
  }
}
