import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { median, quantile } from '../quantile';
import type { Observer } from './Observer';
import { saveEverySecond } from './saveEverySecond';
import type { SavingEditor } from './SavingEditor';

export interface Crowd {
  readonly editors: number;
  readonly saves: number;
  /** Times of the saves that were answered well. */
  readonly medianMs: number;
  readonly p99Ms: number;
  readonly longestMs: number;
  readonly errors: number;
  /** Seconds without a save of their own, because the one before was not answered yet. */
  readonly late: number;
  /** The server's memory at the beginning, after each quarter of the time, and at the end. */
  readonly memoryMiB: readonly number[];
  readonly longestStopMs: number;
}

/** All of them save every second, each after their first save. */
export async function measureMany(
  editors: readonly SavingEditor[],
  observer: Observer,
  seconds: number,
): Promise<Crowd> {
  for (const editor of editors) await editor.save();
  await observer.longestStopMs();
  const memoryMiB = [await observer.memoryMiB()];
  const begun = performance.now();
  const watching = (async () => {
    for (let quarter = 1; quarter <= 4; quarter += 1) {
      await sleep(begun + (quarter * seconds * 1000) / 4 - performance.now());
      memoryMiB.push(await observer.memoryMiB());
    }
  })();
  const [{ ms, errors, late }] = await Promise.all([saveEverySecond(editors, seconds), watching]);
  return {
    editors: editors.length,
    saves: ms.length,
    medianMs: median(ms),
    p99Ms: quantile(ms, 0.99),
    longestMs: quantile(ms, 1),
    errors,
    late,
    memoryMiB,
    longestStopMs: await observer.longestStopMs(),
  };
}
