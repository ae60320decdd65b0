import { setTimeout as sleep } from 'node:timers/promises';
import { monotonicMs } from './LoopStops';
import type { Span, Stop } from './LoopStops';
import type { Observer } from './Observer';
import { othersWait } from './othersWait';
import type { Asker, Waits } from './othersWait';

export interface Folding {
  readonly saves: number;
  readonly folds: number;
  /** The longest stop of the server's event loop while a canvas was being folded, by the clock. */
  readonly stop: Stop;
  /** The longest one from the first save until the end, whether anything was being folded or not. */
  readonly anyStop: Stop;
  readonly others: Waits;
}

const FOLDS = 3;
const ASK_EVERY_MS = 100;

/** One member saves until their canvas was compacted, while another one asks for small things. */
export async function measureFolding(saver: Asker, other: Asker, observer: Observer): Promise<Folding> {
  const saving = await othersWait(saver);
  const asking = await othersWait(other);
  const folding: Span[] = [];
  const first = await look(observer);
  let last = first;
  while (last.begun - first.begun < FOLDS || last.waiting > 0) {
    await sleep(ASK_EVERY_MS);
    saving.check();
    const now = await look(observer);
    // Also what began and ended between two looks.
    if (last.waiting > 0 || now.begun > last.begun) folding.push([last.from, now.until]);
    last = now;
  }
  const { answers: saves } = await saving.stop();
  return {
    saves,
    folds: last.begun - first.begun,
    stop: observer.longestStop(folding),
    anyStop: observer.longestStop([[first.from, last.until]]),
    others: await asking.stop(),
  };
}

async function look(observer: Observer): Promise<{ begun: number; waiting: number; from: number; until: number }> {
  const from = monotonicMs();
  const folds = await observer.folds();
  return { ...folds, from, until: monotonicMs() };
}
