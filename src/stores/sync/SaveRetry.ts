import type { ApiFailure } from '../../api';
import { jitteredBackoffMs } from '../backoff';
import type { AutosaveOptions } from './AutosaveQueue';

type SaveRetryOptions = Pick<AutosaveOptions, 'clock' | 'random' | 'save' | 'onSignedOut'>;

/** Decides whether to try the server now, and when again after a failure. */
export class SaveRetry {
  readonly #options: SaveRetryOptions;
  #failures = 0;
  #nextTryAt = 0;
  /** The session has ended: nothing is sent until `resume`. */
  isPaused = false;
  #hasToldSignedOut = false;

  constructor(options: SaveRetryOptions) {
    this.#options = options;
  }

  /** True when no delay is left to wait out. */
  get isDue(): boolean {
    return this.#options.clock.passed() >= this.#nextTryAt;
  }

  tryNow(): void {
    this.#nextTryAt = 0;
  }

  resume(): void {
    this.isPaused = false;
    this.tryNow();
  }

  pause(): void {
    const { save, onSignedOut } = this.#options;
    this.isPaused = true;
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
    this.#nextTryAt = isFirst ? 0 : clock.passed() + jitteredBackoffMs(this.#failures, random());
  }
}
