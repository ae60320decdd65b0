import type { FastifyBaseLogger } from 'fastify';
import type { JobOutcome } from './JobEvent';
import { outcomeOf } from './jobRow';
import type { JobRow } from './JobStore';
import { Poller } from './Poller';

const LOOK_EVERY_MS = 500;

type Listener = (outcome: JobOutcome) => void;

interface JobPollerDeps {
  /** Reads the rows of these jobs that have ended. */
  read: (ids: string[]) => Promise<JobRow[]>;
  log: FastifyBaseLogger;
}

/**
 * Tells listeners the end of jobs. This server's jobs are told at once. Other servers' jobs are found in the rows, by one query for all
 * that have listeners, and by none while there are no listeners.
 */
export class JobPoller {
  readonly #listeners = new Map<string, Set<Listener>>();
  readonly #poller: Poller;

  constructor({ read, log }: JobPollerDeps) {
    this.#poller = new Poller({
      everyMs: LOOK_EVERY_MS,
      isWanted: () => this.#listeners.size > 0,
      poll: async () => {
        for (const row of await read([...this.#listeners.keys()])) {
          const outcome = outcomeOf(row);
          if (outcome) this.tell(row.id, outcome);
        }
      },
      log,
    });
  }

  /** Calls the listener once at the job's end. The returned function removes the listener. */
  wait(id: string, listener: Listener): () => void {
    const listeners = this.#listeners.get(id) ?? new Set();
    this.#listeners.set(id, listeners.add(listener));
    this.#poller.wake();
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0 && this.#listeners.get(id) === listeners) this.#listeners.delete(id);
    };
  }

  /** Call once the end is in the job's row. */
  tell(id: string, outcome: JobOutcome): void {
    const listeners = this.#listeners.get(id) ?? [];
    this.#listeners.delete(id);
    for (const listener of listeners) listener(outcome);
  }

  stop(): Promise<void> {
    return this.#poller.stop();
  }
}
