import { engineFailure } from './engineFailure';
import type { EngineKind } from './engineFailure';
import type { ProviderError } from './ports';

/** A signal that the caller's own or the clock ends, whichever comes first, and which of them it was. */
export interface Deadline {
  signal: AbortSignal;
  /** The typed error when one of the two ended the call; undefined when neither did. */
  reason(): ProviderError | undefined;
}

export function deadline(caller: AbortSignal, ms: number, engine: EngineKind): Deadline {
  const clock = AbortSignal.timeout(ms);
  return {
    signal: AbortSignal.any([caller, clock]),
    reason: () => {
      if (caller.aborted) return engineFailure(engine, 'aborted');
      return clock.aborted ? engineFailure(engine, 'timeout', { detail: `${ms} ms` }) : undefined;
    },
  };
}
