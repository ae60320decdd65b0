import type { FastifyBaseLogger } from 'fastify';
import { engineFailure } from '../engineFailure';
import type { EngineKind } from '../engineFailure';
import { readFailure } from './readFailure';

/**
 * The models to ask, in order. Google retires models: one that is not found is left for the next, with one warning in
 * the log, and is not asked again.
 */
export class ModelOrder {
  readonly #models: readonly string[];
  readonly #engine: EngineKind;
  readonly #log: FastifyBaseLogger;
  #at = 0;

  constructor(models: readonly string[], engine: EngineKind, log: FastifyBaseLogger) {
    this.#models = models;
    this.#engine = engine;
    this.#log = log;
  }

  /** The one that would be asked now; undefined when all are gone. */
  get current(): string | undefined {
    return this.#models[this.#at];
  }

  /** Runs the call with the first model that is still there, and answers what it answered. */
  async ask<T>(call: (model: string) => Promise<T>): Promise<T> {
    for (;;) {
      const at = this.#at;
      const model = this.#models[at];
      if (model === undefined) throw engineFailure(this.#engine, 'noModel');
      try {
        return await call(model);
      } catch (error) {
        if (!readFailure(error).isModelGone) throw error;
        this.#leave(at, model);
      }
    }
  }

  /** Several calls may find the same model gone at once; only the first moves on. */
  #leave(at: number, model: string): void {
    if (this.#at !== at) return;
    this.#at += 1;
    this.#log.warn({ model, next: this.#models[at + 1] ?? null }, 'the provider no longer has this model');
  }
}
