import type { FastifyBaseLogger } from 'fastify';

interface PollerDeps {
  /** The log names the poller by it. */
  name: string;
  everyMs: number;
  /** Checked before each poll: no timer runs while it returns false. */
  isWanted: () => boolean;
  poll: () => Promise<void>;
  log: FastifyBaseLogger;
}

/** Polls while it is wanted, one poll after another. A failed poll is logged. */
export class Poller {
  readonly #deps: PollerDeps;
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> | undefined;
  #isStopped = false;

  constructor(deps: PollerDeps) {
    this.#deps = deps;
  }

  /** Starts the timer unless one is set or a poll is running; the delay of an earlier call stays. */
  wake(afterMs = this.#deps.everyMs): void {
    if (this.#isStopped || this.#running !== undefined || !this.#deps.isWanted()) return;
    this.#timer ??= setTimeout(() => this.#go(), afterMs).unref();
  }

  /** Resolves when no poll runs or will run. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    await this.#running;
  }

  #go(): void {
    this.#timer = undefined;
    if (!this.#deps.isWanted()) return;
    this.#running = this.#deps
      .poll()
      .catch((error: unknown) => this.#deps.log.warn({ poll: this.#deps.name, err: error }, 'a poll failed'))
      .finally(() => {
        this.#running = undefined;
        this.wake();
      });
  }
}
