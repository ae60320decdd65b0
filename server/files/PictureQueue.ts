import { picturesBusy } from './decoding';

/** Most places that are taken at once, and by one member: each holds a whole picture in memory. */
const AT_ONCE = 4;
const OF_MEMBER_AT_ONCE = 2;
/** Most requests of a member that wait: a page asks for far fewer at once. */
const WAITING_OF_MEMBER_MAX = 500;

interface Waiting {
  readonly memberId: string;
  readonly begin: () => void;
}

/** Gives out places for work on pictures, to members in turn. */
export class PictureQueue {
  readonly #waiting = new Set<Waiting>();
  readonly #taken = new Map<string, number>();
  #all = 0;

  /**
   * Resolves when there is a place; call the returned function to give it back. Rejects once the signal is aborted while it waits. Throws
   * ApiError 503 when too many of the member's wait.
   */
  async take(memberId: string, signal: AbortSignal): Promise<() => void> {
    signal.throwIfAborted();
    if ([...this.#waiting].filter((other) => other.memberId === memberId).length >= WAITING_OF_MEMBER_MAX) {
      throw picturesBusy();
    }
    return new Promise((resolve, reject) => {
      const leave = (): void => {
        this.#waiting.delete(waiting);
        reject(signal.reason as Error);
      };
      const begin = (): void => {
        signal.removeEventListener('abort', leave);
        resolve(() => this.#give(memberId));
      };
      const waiting = { memberId, begin };
      this.#waiting.add(waiting);
      signal.addEventListener('abort', leave, { once: true });
      this.#next();
    });
  }

  #give(memberId: string): void {
    const left = this.#takenBy(memberId) - 1;
    this.#all -= 1;
    if (left > 0) this.#taken.set(memberId, left);
    else this.#taken.delete(memberId);
    this.#next();
  }

  /** The first of a member who has the fewest places is next. */
  #next(): void {
    if (this.#all >= AT_ONCE) return;
    let next: Waiting | undefined;
    for (const waiting of this.#waiting) {
      const taken = this.#takenBy(waiting.memberId);
      if (taken < (next === undefined ? OF_MEMBER_AT_ONCE : this.#takenBy(next.memberId))) next = waiting;
      if (taken === 0) break;
    }
    if (next === undefined) return;
    this.#waiting.delete(next);
    this.#taken.set(next.memberId, this.#takenBy(next.memberId) + 1);
    this.#all += 1;
    next.begin();
    this.#next();
  }

  #takenBy(memberId: string): number {
    return this.#taken.get(memberId) ?? 0;
  }
}
