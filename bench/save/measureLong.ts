import { PATCH_MAX_BYTES } from '../../src/api/contract';
import { monotonicMs } from './LoopStops';
import type { Span, Stop } from './LoopStops';
import type { Observer } from './Observer';
import type { SavingEditor } from './SavingEditor';

/** Patches as long as they may be. */
export interface Long {
  readonly longestMs: number;
  /** The longest stop of the server's event loop while one of them was being saved, by the clock. */
  readonly stop: Stop;
}

/** Each saves one, one after the other. */
export async function measureLong(editors: readonly SavingEditor[], observer: Observer): Promise<Long> {
  const empty = JSON.stringify([{ op: 'add', path: '/kept', value: '' }]);
  const body = JSON.stringify([{ op: 'add', path: '/kept', value: 'x'.repeat(PATCH_MAX_BYTES - empty.length) }]);
  const saving: Span[] = [];
  for (const editor of editors) {
    // Their canvas is in memory, as it is of people who work on it.
    await editor.save();
    const { path, headers } = editor.nextSave();
    const from = monotonicMs();
    const reply = await editor.send('PATCH', path, body, headers);
    if (reply.status !== 200) throw new Error(`a long patch was answered ${reply.status}: ${reply.body}`);
    saving.push([from, monotonicMs()]);
  }
  return {
    longestMs: Math.max(...saving.map(([from, until]) => until - from)),
    stop: observer.longestStop(saving),
  };
}
