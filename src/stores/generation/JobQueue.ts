import type { Cancel, Clock } from '../ports';

/** Browsers allow six connections to a host; the rest is for saves and pictures, and for other tabs. */
const STREAMS_MAX = 2;

/** Lets at most STREAMS_MAX image streams run at a time, in the order of their requests. */
export class JobQueue {
  #open = 0;
  readonly #waiting: (() => void)[] = [];

  /** True when the next caller would get its turn at once. */
  get isFree(): boolean {
    return this.#open < STREAMS_MAX;
  }

  /** Waits for a turn and resolves with the function that ends it; with null when the signal was aborted before. */
  async take(signal: AbortSignal): Promise<Cancel | null> {
    if (signal.aborted) return null;
    if (this.isFree) this.#open += 1;
    else if (!(await this.#wait(signal))) return null;
    let isGiven = false;
    return () => {
      if (isGiven) return;
      isGiven = true;
      const next = this.#waiting.shift();
      // A turn passes straight to the next caller, so that no other comes in between.
      if (next) next();
      else this.#open -= 1;
    };
  }

  #wait(signal: AbortSignal): Promise<boolean> {
    return new Promise((resolve) => {
      const come = (): void => {
        signal.removeEventListener('abort', leave);
        resolve(true);
      };
      const leave = (): void => {
        this.#waiting.splice(this.#waiting.indexOf(come), 1);
        resolve(false);
      };
      this.#waiting.push(come);
      signal.addEventListener('abort', leave, { once: true });
    });
  }
}

/** False when the signal was aborted before that. */
export function waitUnlessAborted(clock: Clock, ms: number, signal: AbortSignal): Promise<boolean> {
  return new Promise((resolve) => {
    const cancel = clock.after(ms, () => resolve(true));
    const leave = (): void => {
      cancel();
      resolve(false);
    };
    if (signal.aborted) leave();
    signal.addEventListener('abort', leave, { once: true });
  });
}
