import type { FastifyBaseLogger } from 'fastify';
import { ProviderError } from '../ports';
import { readFailure } from './readFailure';

/**
 * The models to ask, in order. Google retires models: one that is not found is left for the next, with one warning in
 * the log, and is not asked again.
 */
export class ModelOrder {
  readonly #models: readonly string[];
  readonly #log: FastifyBaseLogger;
  #at = 0;

  constructor(models: readonly string[], log: FastifyBaseLogger) {
    this.#models = models;
    this.#log = log;
  }

  /** Runs the call with the first model that is still there, and answers what it answered. */
  async ask<T>(call: (model: string) => Promise<T>): Promise<T> {
    for (;;) {
      const at = this.#at;
      const model = this.#models[at];
      if (model === undefined) throw noModel();
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

function noModel(): ProviderError {
  return new ProviderError(
    'unreachable',
    'The engine no longer offers any of the models this server knows. Whoever runs the server must name a current one in its settings.',
  );
}
