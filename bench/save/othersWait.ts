import { setTimeout as sleep } from 'node:timers/promises';
import { quantile } from '../quantile';
import type { Reply } from './SavingEditor';

/** How long somebody else waited for small answers. This includes what the measuring process itself was held up. */
export interface Waits {
  readonly p99Ms: number;
  readonly longestMs: number;
}

const BREAK_MS = 10;

/** Begins to ask for something small, again and again with short breaks; the answer ends it. */
export function othersWait(ask: () => Promise<Reply>): () => Promise<Waits> {
  const waits: number[] = [];
  const end = new AbortController();
  const asking = (async () => {
    while (!end.signal.aborted) {
      const { ms, status, body } = await ask();
      if (status !== 200) throw new Error(`somebody else was answered ${status}: ${body}`);
      waits.push(ms);
      await sleep(BREAK_MS);
    }
  })();
  return async () => {
    end.abort();
    await asking;
    return { p99Ms: quantile(waits, 0.99), longestMs: quantile(waits, 1) };
  };
}
