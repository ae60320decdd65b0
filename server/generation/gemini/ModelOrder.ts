import type { FastifyBaseLogger } from 'fastify';
import { engineFailure } from '../engineFailure';
import type { EngineKind } from '../engineFailure';
import { readFailure } from './failures';

/** Time after which a missing model is tried again. A retired model stays retired, and a try costs one refused call: four times a day. */
const AGAIN_AFTER_MS = 6 * 60 * 60 * 1000;

/** When each model that was not found was asked last, by the clock of `performance`. */
export type GoneModels = Map<string, number>;

/**
 * The models to try, in order. Google retires models: a missing one is skipped for the next, with a warning in the log. It is tried again
 * after a while: a model may have been away by mistake, and a successor may be more expensive.
 */
export class ModelOrder {
  readonly #models: readonly string[];
  readonly #engine: EngineKind;
  readonly #log: FastifyBaseLogger;
  readonly #goneAt: GoneModels;

  /** @param gone what other orders have found out, and what this one does. */
  constructor(models: readonly string[], engine: EngineKind, log: FastifyBaseLogger, gone: GoneModels = new Map()) {
    this.#models = models;
    this.#goneAt = gone;
    this.#engine = engine;
    this.#log = log;
  }

  /** The one that would be asked now; undefined when all are gone. */
  get current(): string | undefined {
    return this.#models.find((model) => !this.#isGone(model));
  }

  /** Runs the call with the first model that still exists and returns its result. */
  async ask<T>(call: (model: string) => Promise<T>): Promise<T> {
    for (;;) {
      const model = this.current;
      if (model === undefined) throw engineFailure(this.#engine, 'noModel');
      try {
        const answer = await call(model);
        this.#goneAt.delete(model);
        return answer;
      } catch (error) {
        if (!readFailure(error).isModelGone) throw error;
        this.#leave(model);
      }
    }
  }

  #isGone(model: string): boolean {
    const at = this.#goneAt.get(model);
    return at !== undefined && performance.now() - at < AGAIN_AFTER_MS;
  }

  /** Several calls may find the same model gone at once; only the first tells. */
  #leave(model: string): void {
    const isKnown = this.#isGone(model);
    this.#goneAt.set(model, performance.now());
    if (!isKnown) this.#log.warn({ model, next: this.current ?? null }, 'the engine no longer has this model');
  }
}
