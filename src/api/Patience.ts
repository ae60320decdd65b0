import { ApiFailure, toApiFailure } from './ApiFailure';

/** Breaks off a call that takes too long. */
export class Patience {
  readonly #abort = new AbortController();
  readonly #usualMs: number;
  #grantedMs = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isOver = false;

  /** Begins at once. */
  constructor(usualMs: number) {
    this.#usualMs = usualMs;
    this.renew();
  }

  /** Of the call that it breaks off. */
  get signal(): AbortSignal {
    return this.#abort.signal;
  }

  /** The usual time from now on, and so many milliseconds more. */
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

  /** What went wrong with the call. */
  failureOf(error: unknown): ApiFailure {
    if (!this.#isOver) return toApiFailure(error);
    const message = `no answer within ${Math.round(this.#grantedMs)} ms`;
    return new ApiFailure({ kind: 'timeout', status: null, code: 'timeout', message, cause: error });
  }
}
