import type { Shortfall } from '../../api/contractStream';
import type { FailureWords, ToldFailure } from '../failureWords';

/** The state of a node's own generation. A node without one has no state. */
export type GenerationState =
  /** It waits in the queue; no engine was asked. */
  | { readonly state: 'waiting' }
  | {
      readonly state: 'running';
      /** Milliseconds since 1970. */
      readonly startedAt: number;
      /** Words written so far. */
      readonly text?: string;
    }
  | {
      readonly state: 'failed';
      readonly words: FailureWords;
    };

/** The outcome of following one generation. */
export type Outcome =
  | { readonly kind: 'done'; readonly shortfall?: Shortfall }
  /** The person has aborted it, here or elsewhere; nothing is shown. */
  | { readonly kind: 'aborted' }
  /** The stream's own `error` event. */
  | { readonly kind: 'refused'; readonly failure: ToldFailure }
  /** No server that knows could be reached; the job may go on. */
  | { readonly kind: 'unknown'; readonly failure: ToldFailure }
  /** The call itself failed. */
  | { readonly kind: 'failed'; readonly failure: ToldFailure }
  /** The server has begun nothing, and says when the same may be asked again. */
  | { readonly kind: 'later'; readonly afterMs: number };
