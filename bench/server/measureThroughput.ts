import { performance } from 'node:perf_hooks';
import { median, quantile } from '../quantile';
import type { SavingEditor } from '../save/SavingEditor';

/** How much one process saves when nobody waits for a second to pass. */
export interface Throughput {
  readonly editors: number;
  readonly savesPerSecond: number;
  readonly medianMs: number;
  readonly p99Ms: number;
  readonly errors: number;
}

/** Each saves again as soon as it was answered. */
export async function measureThroughput(editors: readonly SavingEditor[], seconds: number): Promise<Throughput> {
  for (const editor of editors) await editor.save();
  const ms: number[] = [];
  let errors = 0;
  const begun = performance.now();
  const end = begun + seconds * 1000;
  await Promise.all(
    editors.map(async (editor) => {
      while (performance.now() < end) {
        const reply = await editor.save();
        if (reply.status === 200) ms.push(reply.ms);
        else errors += 1;
      }
    }),
  );
  const tookS = (performance.now() - begun) / 1000;
  return {
    editors: editors.length,
    savesPerSecond: ms.length / tookS,
    medianMs: median(ms),
    p99Ms: quantile(ms, 0.99),
    errors,
  };
}
