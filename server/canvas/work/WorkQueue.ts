import { ApiError } from '../../errors';
import { MEBIBYTE } from '../../bytes';

/** A longer text takes a thread's heap several times over when it is parsed, so only one is parsed at a time. */
const LONG_BYTES = 32 * MEBIBYTE;
/** The most tasks that may wait for all members and for each; a member has a place for one in any case. */
const WAITING_MAX = 64;
const WAITING_OF_OWNER_MAX = 16;
const RETRY_S = 2;

export interface WorkClaim {
  /** The member it is for; null for the server's own, which always waits. */
  readonly owner: string | null;
  /** How much text it is about. */
  readonly bytes: number;
}

interface WaitingTask {
  readonly claim: WorkClaim;
  readonly begin: () => void;
}

/**
 * Starts tasks, of the members in turn: one a thread, one fewer for each member, so that nobody takes all threads, and one long task at
 * a time.
 */
export class WorkQueue {
  readonly #threads: number;
  readonly #running = new Set<WorkClaim>();
  readonly #waiting: WaitingTask[] = [];
  /** When each owner's last task began, as a number; forgotten once none runs. */
  readonly #turns = new Map<WorkClaim['owner'], number>();
  #turn = 0;

  constructor(threads: number) {
    this.#threads = threads;
  }

  get waiting(): number {
    return this.#waiting.length;
  }

  /** Resolves when the task may begin; call the returned function at its end. Throws ApiError 503 when the queue is full. */
  take(claim: WorkClaim): Promise<() => void> {
    if (claim.owner !== null) this.#refuseFull(claim.owner);
    return new Promise((resolve) => {
      const leave = (): void => {
        this.#running.delete(claim);
        this.#next();
        if (this.#running.size === 0) this.#turns.clear();
      };
      this.#waiting.push({ claim, begin: () => resolve(leave) });
      this.#next();
    });
  }

  #next(): void {
    const next = this.#first();
    if (next === undefined) return;
    this.#waiting.splice(this.#waiting.indexOf(next), 1);
    this.#running.add(next.claim);
    this.#turns.set(next.claim.owner, (this.#turn += 1));
    next.begin();
    this.#next();
  }

  /** Returns a task that may begin: the first one of the member whose last turn is longest ago. */
  #first(): WaitingTask | undefined {
    let first: WaitingTask | undefined;
    for (const task of this.#waiting) {
      if (this.#mayBegin(task.claim) && (first === undefined || this.#turnOf(task) < this.#turnOf(first))) first = task;
    }
    return first;
  }

  #turnOf({ claim }: WaitingTask): number {
    return this.#turns.get(claim.owner) ?? 0;
  }

  #mayBegin({ owner, bytes }: WorkClaim): boolean {
    const running = [...this.#running];
    if (running.length >= this.#threads) return false;
    if (bytes > LONG_BYTES && running.some((other) => other.bytes > LONG_BYTES)) return false;
    return owner === null || running.filter((other) => other.owner === owner).length < this.#threads - 1;
  }

  #refuseFull(owner: string): void {
    const waiting = this.#waiting.filter(({ claim }) => claim.owner !== null);
    const own = waiting.filter(({ claim }) => claim.owner === owner);
    if (own.length === 0 || (waiting.length < WAITING_MAX && own.length < WAITING_OF_OWNER_MAX)) return;
    const message = 'The server has too much to do at once. Try again in a moment.';
    throw new ApiError(503, 'serverBusy', message, { 'Retry-After': String(RETRY_S) });
  }
}
