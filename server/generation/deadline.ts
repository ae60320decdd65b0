import { ProviderError } from './ports';

/** A signal that the caller's own or the clock ends, whichever comes first, and which of them it was. */
export interface Deadline {
  signal: AbortSignal;
  /** The typed error when one of the two ended the call; undefined when neither did. */
  reason(): ProviderError | undefined;
}

/** `whoWaits` begins the message of a time-out, such as 'The picture engine'. */
export function deadline(caller: AbortSignal, ms: number, whoWaits: string): Deadline {
  const clock = AbortSignal.timeout(ms);
  return {
    signal: AbortSignal.any([caller, clock]),
    reason: () => {
      if (caller.aborted) return new ProviderError('aborted', 'This was stopped before it was done.');
      if (!clock.aborted) return undefined;
      const waited = ms >= 10_000 ? `${Math.round(ms / 1000)} seconds` : `${ms / 1000} seconds`;
      return new ProviderError('timeout', `${whoWaits} did not answer within ${waited}. Try again in a moment.`);
    },
  };
}
