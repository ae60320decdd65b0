import { ApiError } from '../../errors';

const MEBIBYTE = 1024 * 1024;
/** What is longer takes a thread's heap several times over when it is parsed: one at a time. */
const LONG_BYTES = 32 * MEBIBYTE;
/** What members have waiting, all and each. */
const WAITING_MAX = 64;
const WAITING_OF_OWNER_MAX = 16;
const RETRY_S = 2;

export interface Turn {
  /** The member it is for; null for the server's own, which always waits. */
  readonly owner: string | null;
  /** How much text it is about. */
  readonly bytes: number;
}

/** Lets tasks begin: so many at once, one fewer of a member, so that none holds all threads, and one long one. */
export class WorkTurns {
  readonly #threads: number;
  readonly #running = new Set<Turn>();
  readonly #waiting: { readonly turn: Turn; readonly begin: () => void }[] = [];

  constructor(threads: number) {
    this.#threads = threads;
  }

  get waiting(): number {
    return this.#waiting.length;
  }

  /** Resolves when it may begin, with what to call at its end. Throws ApiError 503 when too much waits already. */
  take(turn: Turn): Promise<() => void> {
    if (turn.owner !== null) this.#refuseFull(turn.owner);
    return new Promise((resolve) => {
      const leave = (): void => {
        this.#running.delete(turn);
        this.#next();
      };
      this.#waiting.push({ turn, begin: () => resolve(leave) });
      this.#next();
    });
  }

  #next(): void {
    const at = this.#waiting.findIndex(({ turn }) => this.#mayBegin(turn));
    const [next] = at < 0 ? [] : this.#waiting.splice(at, 1);
    if (next === undefined) return;
    this.#running.add(next.turn);
    next.begin();
    this.#next();
  }

  #mayBegin({ owner, bytes }: Turn): boolean {
    const running = [...this.#running];
    if (running.length >= this.#threads) return false;
    if (bytes > LONG_BYTES && running.some((other) => other.bytes > LONG_BYTES)) return false;
    return owner === null || running.filter((other) => other.owner === owner).length < this.#threads - 1;
  }

  #refuseFull(owner: string): void {
    const waiting = this.#waiting.filter(({ turn }) => turn.owner !== null);
    const own = waiting.filter(({ turn }) => turn.owner === owner);
    if (waiting.length < WAITING_MAX && own.length < WAITING_OF_OWNER_MAX) return;
    const message = 'The server has too much to do at once. Try again in a moment.';
    throw new ApiError(503, 'serverBusy', message, { 'Retry-After': String(RETRY_S) });
  }
}
