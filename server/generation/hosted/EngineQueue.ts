import { z } from 'zod';
import type { EngineAnswer } from '../askEngine';
import { callFailure, type AnswerFacts } from '../callFailure';
import { deadline, engineFailure } from '../engineFailure';
import { codeOnceBegun } from '../meter/CallCounts';
import { EngineError } from '../ports';
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

/** The queue of an engine that begins a request, is polled until it ends, and can be told to cancel it. */
export class EngineQueue {
  readonly #settings: QueueSettings;
  readonly #key: Key;
  readonly #toldIn: (answer: EngineAnswer) => AnswerFacts;

  constructor(settings: QueueSettings, key: Key, toldIn: (answer: EngineAnswer) => AnswerFacts) {
    this.#settings = settings;
    this.#key = key;
    this.#toldIn = toldIn;
  }

  /**
   * Runs the calls of a request within its time. `begun` says how to cancel the request if it is stopped, is late or cannot be followed from
   * then on. Throws an EngineError for every failure of the engine, an ApiError for a picture that cannot be sent to it.
   */
  async run<T>(
    signal: AbortSignal,
    request: (calls: EngineCalls, begun: (cancel: Cancel) => void) => Promise<T>,
  ): Promise<T> {
    const until = deadline(signal, this.#settings.timeoutMs ?? TIMEOUT_MS, 'picture');
    const begun: Cancel[] = [];
    try {
      return await request(this.#callsUntil(until.signal), (how) => void begun.push(how));
    } catch (error) {
      const [cancel] = begun;
      // An EngineError is how the engine itself has ended it: nothing is left to cancel.
      const goesOn = until.signal.aborted || !(error instanceof EngineError);
      // One that cannot be cancelled now ends by itself: the caller is told the same.
      if (goesOn) await cancel?.(this.#callsUntil(AbortSignal.timeout(CANCEL_MS))).catch(() => undefined);
      throw until.reason() ?? this.#failureOf(error, cancel !== undefined);
    }
  }

  #failureOf(error: unknown, hasBegun: boolean): Error {
    const failure = callFailure(error, 'picture', this.#toldIn);
    if (!hasBegun || error instanceof EngineError || !(failure instanceof EngineError)) return failure;
    const code = codeOnceBegun(failure.code);
    // The request itself was accepted: whatever the status of a look, it says nothing of what is billed.
    return code === failure.code ? failure : engineFailure('picture', code, { detail: failure.detail });
  }

  #callsUntil(signal: AbortSignal): EngineCalls {
    return new EngineCalls(this.#settings, this.#key, signal);
  }
}
