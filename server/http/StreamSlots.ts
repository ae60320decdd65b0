import { ApiError } from '../errors';

/** When a page is closed nobody can tell; this is when asking again is worth it. */
const RETRY_S = 5;

/** How many streams a member reads at this server at once. Each server counts its own: what it is to guard are its sockets. */
export class StreamSlots {
  readonly #max: number;
  readonly #says: string;
  readonly #taken = new Map<string, number>();

  /** `says` is what somebody reads who has taken them all. */
  constructor(max: number, says: string) {
    this.#max = max;
    this.#says = says;
  }

  /** Takes a slot. Call the returned function once to leave it. Throws ApiError 429 when none is free. */
  take(memberId: string): () => void {
    const taken = this.#count(memberId);
    if (taken >= this.#max) {
      throw new ApiError(429, 'tooManyStreams', this.#says, { 'Retry-After': String(RETRY_S) });
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
