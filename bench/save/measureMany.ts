import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { median, quantile } from '../quantile';
import type { Observer } from './Observer';
import type { SavingEditor } from './SavingEditor';

export interface Crowd {
  readonly editors: number;
  readonly saves: number;
  /** Of the saves that were answered well. */
  readonly medianMs: number;
  readonly p99Ms: number;
  readonly longestMs: number;
  readonly errors: number;
  /** Saves that did not begin within their second, because the one before was not answered yet. */
  readonly late: number;
  /** The server's memory at the beginning, after each quarter of the time, and at the end. */
  readonly memoryMiB: readonly number[];
  readonly longestStopMs: number;
}

const PERIOD_MS = 1000;

/** All of them save every second, spread over it, each after their first save. */
export async function measureMany(
  editors: readonly SavingEditor[],
  observer: Observer,
  seconds: number,
): Promise<Crowd> {
  for (const editor of editors) await editor.save();
  const figures = { ms: [] as number[], errors: 0, late: 0 };
  await observer.longestStopMs();
  const memoryMiB = [await observer.memoryMiB()];
  const begun = performance.now();
  const end = begun + seconds * 1000;
  const watching = (async () => {
    for (let quarter = 1; quarter <= 4; quarter += 1) {
      await sleep(begun + (quarter * seconds * 1000) / 4 - performance.now());
      memoryMiB.push(await observer.memoryMiB());
    }
  })();
  const saveEverySecond = async (editor: SavingEditor, index: number): Promise<void> => {
    for (let due = begun + (index / editors.length) * PERIOD_MS; due < end; due += PERIOD_MS) {
      const early = due - performance.now();
      if (early > 0) await sleep(early);
      else if (early < -PERIOD_MS) figures.late += 1;
      const reply = await editor.save().catch(() => null);
      if (reply?.status === 200) figures.ms.push(reply.ms);
      else figures.errors += 1;
    }
  };
  await Promise.all([watching, ...editors.map(saveEverySecond)]);
  return {
    editors: editors.length,
    saves: figures.ms.length,
    medianMs: median(figures.ms),
    p99Ms: quantile(figures.ms, 0.99),
    longestMs: quantile(figures.ms, 1),
    errors: figures.errors,
    late: figures.late,
    memoryMiB,
    longestStopMs: await observer.longestStopMs(),
  };
}
