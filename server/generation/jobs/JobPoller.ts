import type { FastifyBaseLogger } from 'fastify';
import { inSmallBatches } from '../../batches';
import type { JobOutcome } from './JobEvent';
import { throttleProgress, type JobProgress } from './JobProgress';
import { outcomeOf } from './jobRow';
import type { JobRow } from './JobStore';
import { Poller } from '../../Poller';

const POLL_MS = 500;

type Listener = (outcome: JobOutcome) => void;
type ProgressListener = (progress: JobProgress) => void;

interface JobPollerDeps {
  /** Reads the rows of these jobs that have ended. */
  read: (ids: string[]) => Promise<JobRow[]>;
  log: FastifyBaseLogger;
}

/**
 * Reports the end of jobs to listeners. This server's jobs are reported at once. Other servers' jobs are found in the rows, by one query
 * for all that have listeners, and by none while there are no listeners.
 */
export class JobPoller {
  readonly #listeners = new Map<string, Set<Listener>>();
  readonly #progress = new Map<string, Set<ProgressListener>>();
  /** Last reported progress of each of this server's jobs, by job id. */
  readonly #last = new Map<string, JobProgress>();
  readonly #poller: Poller;

  constructor({ read, log }: JobPollerDeps) {
    this.#poller = new Poller({
      name: 'jobs',
      everyMs: POLL_MS,
      isWanted: () => this.#listeners.size > 0,
      poll: async () => {
        for await (const ids of inSmallBatches([...this.#listeners.keys()])) {
          for (const row of await read(ids)) {
            const outcome = outcomeOf(row);
            if (outcome) this.tell(row.id, outcome);
          }
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

  /**
   * Calls the listener as more of a job of this server is done, until it ends; at once with what is written already. The returned function
   * removes the listener.
   */
  follow(id: string, listener: ProgressListener): () => void {
    const last = this.#last.get(id);
    if (last && 'text' in last) listener(last);
    const listeners = this.#progress.get(id) ?? new Set();
    this.#progress.set(id, listeners.add(listener));
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0 && this.#progress.get(id) === listeners) this.#progress.delete(id);
    };
  }

  /** Returns a function for the engine, which may call it as often as it likes until the job's end is reported. */
  progressOf(id: string): ProgressListener {
    return throttleProgress((progress) => {
      // Its own server waits for its end.
      if (!this.#listeners.has(id)) return;
      this.#last.set(id, progress);
      for (const listener of this.#progress.get(id) ?? []) listener(progress);
    });
  }

  /** Call once the end is in the job's row. */
  tell(id: string, outcome: JobOutcome): void {
    const listeners = this.#listeners.get(id) ?? [];
    this.#listeners.delete(id);
    this.#progress.delete(id);
    this.#last.delete(id);
    for (const listener of listeners) listener(outcome);
  }

  stop(): Promise<void> {
    return this.#poller.stop();
  }
}
