import { quantile } from '../quantile';
import type { SavingEditor } from './SavingEditor';

/** How long somebody else waited for small answers. This includes what the measuring process itself was held up. */
export interface Waits {
  readonly p99Ms: number;
  readonly longestMs: number;
}

/** Begins to ask for small things, one after the other; the answer ends it. */
export function othersWait(other: SavingEditor): () => Promise<Waits> {
  const waits: number[] = [];
  const end = new AbortController();
  const asking = (async () => {
    while (!end.signal.aborted) waits.push((await other.send('GET', '/member', '')).ms);
  })();
  return async () => {
    end.abort();
    await asking;
    return { p99Ms: quantile(waits, 0.99), longestMs: quantile(waits, 1) };
  };
}
