import { ApiFailure, toApiFailure } from './ApiFailure';

/** Aborts a call that takes too long. */
export class Patience {
  readonly #abort = new AbortController();
  readonly #usualMs: number;
  #grantedMs = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isOver = false;

  /** Starts the time at once. */
  constructor(usualMs: number) {
    this.#usualMs = usualMs;
    this.renew();
  }

  /** Signal that aborts the call. */
  get signal(): AbortSignal {
    return this.#abort.signal;
  }

  /** Restarts the usual time, with so many more milliseconds. */
  renew(moreMs = 0): void {
    this.end();
    this.#grantedMs = this.#usualMs + moreMs;
    this.#timer = setTimeout(() => {
      this.#isOver = true;
      this.#abort.abort();
    }, this.#grantedMs);
  }

  end(): void {
    clearTimeout(this.#timer);
  }

  /** The failure of the call: a timeout when its time ran out. */
  failureOf(error: unknown): ApiFailure {
    if (!this.#isOver) return toApiFailure(error);
    const message = `no answer within ${Math.round(this.#grantedMs)} ms`;
    return new ApiFailure({ kind: 'timeout', status: null, code: 'timeout', message, cause: error });
  }
}
