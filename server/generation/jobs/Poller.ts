import type { FastifyBaseLogger } from 'fastify';

interface PollerDeps {
  everyMs: number;
  /** Asked before each round: without one to do there is no timer. */
  isWanted: () => boolean;
  poll: () => Promise<void>;
  log: FastifyBaseLogger;
}

/** Does something again and again while it is wanted, one round after another; a round that fails is logged. */
export class Poller {
  readonly #deps: PollerDeps;
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> | undefined;
  #isStopped = false;

  constructor(deps: PollerDeps) {
    this.#deps = deps;
  }

  /** To be called when it may have come to be wanted. */
  wake(): void {
    if (this.#isStopped || this.#running !== undefined || !this.#deps.isWanted()) return;
    this.#timer ??= setTimeout(() => this.#go(), this.#deps.everyMs).unref();
  }

  /** Resolves when no round is being done any more, nor will be. */
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
      .catch((error: unknown) => this.#deps.log.warn({ err: error }, 'a look at the picture jobs failed'))
      .finally(() => {
        this.#running = undefined;
        this.wake();
      });
  }
}
