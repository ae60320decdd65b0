import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import type { SavingEditor } from './SavingEditor';

export interface Saves {
  /** Times of the saves that were answered well. */
  readonly ms: number[];
  errors: number;
  /** Seconds without a save of their own, because the one before was not answered yet. */
  late: number;
}

const PERIOD_MS = 1000;

/** All of them save every second, spread over it. */
export async function saveEverySecond(editors: readonly SavingEditor[], seconds: number): Promise<Saves> {
  const saves: Saves = { ms: [], errors: 0, late: 0 };
  const begun = performance.now();
  const end = begun + seconds * 1000;
  const work = async (editor: SavingEditor, index: number): Promise<void> => {
    for (let due = begun + (index / editors.length) * PERIOD_MS; due < end; due += PERIOD_MS) {
      const early = due - performance.now();
      if (early < -PERIOD_MS) {
        saves.late += 1;
        continue;
      }
      if (early > 0) await sleep(early);
      const reply = await editor.save().catch(() => null);
      if (reply?.status === 200) saves.ms.push(reply.ms);
      else saves.errors += 1;
    }
  };
  await Promise.all(editors.map(work));
  return saves;
}
