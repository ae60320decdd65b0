import { setTimeout as sleep } from 'node:timers/promises';
import { monotonicMs } from './LoopStops';
import type { Span, Stop } from './LoopStops';
import type { Observer } from './Observer';
import { othersWait } from './othersWait';
import type { Asker, Waits } from './othersWait';

/** Figures of a member who saves until their canvas was compacted a few times, beside another one. */
export interface CompactionFigures {
  readonly saves: number;
  readonly compactions: number;
  /** The longest stop of the server's event loop while a canvas was being compacted, by the clock. */
  readonly stop: Stop;
  /** The longest one from the first save until the end, whether anything was being compacted or not. */
  readonly anyStop: Stop;
  readonly others: Waits;
}

const COMPACTIONS = 3;
const ASK_EVERY_MS = 100;

/** One member saves until their canvas was compacted, while another one asks for small things. */
export async function measureCompaction(saver: Asker, other: Asker, observer: Observer): Promise<CompactionFigures> {
  const saving = await othersWait(saver);
  const asking = await othersWait(other);
  const compacting: Span[] = [];
  const first = await look(observer);
  let last = first;
  while (last.begun - first.begun < COMPACTIONS || last.waiting > 0) {
    await sleep(ASK_EVERY_MS);
    saving.check();
    const now = await look(observer);
    // Also what began and ended between two looks.
    if (last.waiting > 0 || now.begun > last.begun) compacting.push([last.from, now.until]);
    last = now;
  }
  const { answers: saves } = await saving.stop();
  return {
    saves,
    compactions: last.begun - first.begun,
    stop: observer.longestStop(compacting),
    anyStop: observer.longestStop([[first.from, last.until]]),
    others: await asking.stop(),
  };
}

async function look(observer: Observer): Promise<{ begun: number; waiting: number; from: number; until: number }> {
  const from = monotonicMs();
  const compactions = await observer.compactions();
  return { ...compactions, from, until: monotonicMs() };
}
