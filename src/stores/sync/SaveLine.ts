import type { ApiFailure } from '../../api';
import type { AutosaveOptions } from './AutosaveOptions';

type SaveLineOptions = Pick<AutosaveOptions, 'clock' | 'network' | 'random' | 'save' | 'onSignedOut'>;

/** Decides whether to try the server now, and when again after a failure. */
export class SaveLine {
  readonly #options: SaveLineOptions;
  #failures = 0;
  #nextTryAt = 0;
  #isPaused = false;
  #hasToldSignedOut = false;

  constructor(options: SaveLineOptions) {
    this.#options = options;
  }

  get isOnline(): boolean {
    return this.#options.network.isOnline();
  }

  /** The session has ended: nothing is sent until `resume`. */
  get isPaused(): boolean {
    return this.#isPaused;
  }

  /** True when no delay is left to wait out. */
  get isDue(): boolean {
    return this.#options.clock.passed() >= this.#nextTryAt;
  }

  tryNow(): void {
    this.#nextTryAt = 0;
  }

  resume(): void {
    this.#isPaused = false;
    this.tryNow();
  }

  pause(): void {
    const { save, onSignedOut } = this.#options;
    this.#isPaused = true;
    save.setPhase('signIn');
    if (!this.#hasToldSignedOut) onSignedOut?.();
    this.#hasToldSignedOut = true;
  }

  /** The server has taken a save of this session. */
  noteSaved(): void {
    this.forgetFailures();
    this.#hasToldSignedOut = false;
  }

  forgetFailures(): void {
    this.#failures = 0;
  }

  /** Sets the time of the next try. Null when something other than a request failed. */
  noteFailure(failure: ApiFailure | null): void {
    const { clock, random } = this.#options;
    this.#failures += 1;
    // A 412 is no failure of the connection: the server's state is read at the next check.
    const isFirst = failure?.status === 412 && this.#failures === 1;
    this.#nextTryAt = isFirst ? 0 : clock.passed() + backoffMs(this.#failures, random());
  }
}

/** Failures back off with jitter, 1 to 30 s (SAVE-6). */
const FIRST_MS = 1000;
const LAST_MS = 30_000;

/** Delay after the nth failure in a row (from 1); `random` is from 0 to 1 and keeps clients from all returning at once. */
export function backoffMs(failures: number, random: number): number {
  const limit = Math.min(LAST_MS, FIRST_MS * 2 ** failures);
  return Math.max(FIRST_MS, Math.round(limit / 2 + (limit / 2) * random));
}
