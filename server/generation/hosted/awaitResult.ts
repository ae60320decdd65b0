import { setTimeout as pause } from 'node:timers/promises';
import { EngineAnswer } from '../askEngine';
import { ProviderError } from '../ports';

/** Looks in a row that may fail: the picture is in the making, and is billed, whether or not it can be seen. */
const FAILURES_MAX = 5;
const PASSING: ReadonlySet<number> = new Set([408, 429, 500, 502, 503, 504]);

interface Patience {
  readonly everyMs: number;
  readonly signal: AbortSignal;
}

/** Looks again and again for what an engine makes, until there is something else than null. Throws what the last look threw. */
export async function awaitResult<T>(look: () => Promise<T | null>, { everyMs, signal }: Patience): Promise<T> {
  for (let failures = 0; ;) {
    try {
      const seen = await look();
      if (seen !== null) return seen;
      failures = 0;
    } catch (error) {
      failures += 1;
      if (signal.aborted || failures === FAILURES_MAX || !passes(error)) throw error;
    }
    await pause(everyMs, undefined, { signal });
  }
}

function passes(error: unknown): boolean {
  if (error instanceof EngineAnswer) return PASSING.has(error.status);
  // `fetch` throws this for a line that broke.
  return !(error instanceof ProviderError) && error instanceof TypeError;
}
