import { z } from 'zod';
import type { EngineAnswer } from '../askEngine';
import { callFailure, type Told } from '../callFailure';
import { deadline } from '../engineFailure';
import { type CallSettings, EngineCalls, type Key } from './EngineCalls';

/** A model that was not used for a while is loaded first, and requests wait for those before them. */
const TIMEOUT_MS = 600_000;
const CANCEL_MS = 5_000;

export interface QueueSettings extends CallSettings {
  readonly timeoutMs?: number;
}

/** Id of a request in an answer. Its pattern keeps the answer from leading elsewhere. */
export const requestId = z.string().regex(/^[\w-]{1,100}$/);

/** Tells the engine to stop what was begun. */
type Cancel = (calls: EngineCalls) => Promise<unknown>;
const nothingBegun: Cancel = () => Promise.resolve();

/** The queue of an engine that begins a request, is polled until it ends, and can be told to cancel it. */
export class EngineQueue {
  readonly #settings: QueueSettings;
  readonly #key: Key;
  readonly #toldIn: (answer: EngineAnswer) => Told;

  constructor(settings: QueueSettings, key: Key, toldIn: (answer: EngineAnswer) => Told) {
    this.#settings = settings;
    this.#key = key;
    this.#toldIn = toldIn;
  }

  /**
   * Runs the calls of a request within its time. `begun` says how to cancel the request if it is stopped or late from then on. Throws a
   * ProviderError for every failure of the engine, an ApiError for a picture that cannot be sent to it.
   */
  async run<T>(
    signal: AbortSignal,
    request: (calls: EngineCalls, begun: (cancel: Cancel) => void) => Promise<T>,
  ): Promise<T> {
    const until = deadline(signal, this.#settings.timeoutMs ?? TIMEOUT_MS, 'picture');
    let cancel = nothingBegun;
    try {
      return await request(this.#callsUntil(until.signal), (how) => void (cancel = how));
    } catch (error) {
      // One that cannot be cancelled now ends by itself: the caller that stopped it is told the same.
      if (until.signal.aborted) await cancel(this.#callsUntil(AbortSignal.timeout(CANCEL_MS))).catch(() => undefined);
      throw until.reason() ?? callFailure(error, 'picture', this.#toldIn);
    }
  }

  #callsUntil(signal: AbortSignal): EngineCalls {
    return new EngineCalls(this.#settings, this.#key, signal);
  }
}
