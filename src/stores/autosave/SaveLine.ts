import type { ApiFailure } from '../../api';
import type { AutosaveOptions } from './AutosaveOptions';
import { backoffMs } from './backoff';

type SaveLineOptions = Pick<AutosaveOptions, 'clock' | 'network' | 'random' | 'save' | 'onSignedOut'>;

/** How it goes between this device and the server: whether to try now, and when again after a failure. */
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

  /** Nothing has to be waited out. */
  get isDue(): boolean {
    return this.#options.clock.now() >= this.#nextTryAt;
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

  /** Sets the time of the next try; null: what failed was not an answer, nor the lack of one. */
  noteFailure(failure: ApiFailure | null): void {
    const { clock, random } = this.#options;
    this.#failures += 1;
    // Being behind is no trouble of the line: read the server's state at the next check.
    const isFirst = failure?.status === 412 && this.#failures === 1;
    this.#nextTryAt = isFirst ? 0 : clock.now() + backoffMs(this.#failures, random());
  }
}
