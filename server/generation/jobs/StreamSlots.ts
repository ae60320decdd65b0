import { ApiError } from '../../errors';

/** A page reads one stream for each picture it waits for. So many pages, on whatever device, may wait for all of them. */
const PAGES = 8;
/** When a page is closed nobody can tell; this is when asking again is worth it. */
const RETRY_S = 5;

/** How many streams a member reads at this server at once. Each server counts its own: what it is to guard are its sockets. */
export class StreamSlots {
  readonly #max: number;
  readonly #taken = new Map<string, number>();

  /** `pictures` is how many a member may have in the making. */
  constructor(pictures: number) {
    this.#max = PAGES * pictures;
  }

  /** Takes a slot. Call the returned function once to leave it. Throws ApiError 429 when none is free. */
  take(memberId: string): () => void {
    const taken = this.#count(memberId);
    if (taken >= this.#max) {
      const message = 'You wait for pictures in too many pages at once. Close some of them and try again.';
      throw new ApiError(429, 'tooManyStreams', message, { 'Retry-After': String(RETRY_S) });
    }
    this.#taken.set(memberId, taken + 1);
    return () => {
      const left = this.#count(memberId) - 1;
      if (left > 0) this.#taken.set(memberId, left);
      else this.#taken.delete(memberId);
    };
  }

  #count(memberId: string): number {
    return this.#taken.get(memberId) ?? 0;
  }
}
