import type { Shortfall } from '../../api/contractStream';
import type { FailureWords, ToldFailure } from '../failureWords';

/** What is happening on a node, or went wrong there. */
export type Run =
  /** Its turn has not come: nothing was asked of an engine. */
  | { readonly state: 'waiting' }
  | {
      readonly state: 'running';
      /** Milliseconds since 1970. */
      readonly startedAt: number;
    }
  | {
      readonly state: 'failed';
      readonly words: FailureWords;
    };

/** How following one generation ended. */
export type Outcome =
  | { readonly kind: 'done'; readonly shortfall?: Shortfall }
  /** By the person, here or elsewhere: nothing is shown. */
  | { readonly kind: 'aborted' }
  /** The stream's own `error` event. */
  | { readonly kind: 'refused'; readonly failure: ToldFailure }
  /** Nobody could be reached who knows: the job may go on. */
  | { readonly kind: 'unknown'; readonly failure: ToldFailure }
  /** The call itself failed. */
  | { readonly kind: 'failed'; readonly failure: ToldFailure }
  /** The server has begun nothing, and says after how long the same may be asked again. */
  | { readonly kind: 'later'; readonly afterMs: number };
