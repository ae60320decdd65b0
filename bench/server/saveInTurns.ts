import { setTimeout as sleep } from 'node:timers/promises';
import { inPairs } from '../inPairs';
import { median, quantile } from '../quantile';
import { saveEverySecond } from '../save/saveEverySecond';
import type { SavingEditor } from '../save/SavingEditor';

/** Saving alone, and during other work. */
export interface Turns {
  readonly editors: number;
  /** The p99 of saves in each round. */
  readonly aloneP99Ms: readonly number[];
  readonly besideP99Ms: readonly number[];
  /** The median of the pairs' ratios. */
  readonly ratio: number;
  readonly medianAloneP99Ms: number;
  /** Saves that failed, and seconds without a save. */
  readonly errors: number;
}

interface TurnsOptions {
  readonly pairs: number;
  readonly secondsEach: number;
  /** Calls `save` during the other work, and returns the result of that. */
  readonly beside: (save: () => Promise<number>) => Promise<number>;
}

/** Pause before each round, so that the end of the previous one is not measured. */
const CALM_MS = 2_000;

/** Measures saves alone and during other work in alternation, on one server. */
export async function saveInTurns(
  editors: readonly SavingEditor[],
  { pairs, secondsEach, beside }: TurnsOptions,
): Promise<Turns> {
  for (const editor of editors) await editor.save();
  let errors = 0;
  const p99Ms = async (): Promise<number> => {
    await sleep(CALM_MS);
    const saves = await saveEverySecond(editors, secondsEach);
    errors += saves.errors + saves.late;
    return quantile(saves.ms, 0.99);
  };
  const measured = await inPairs(pairs, { without: p99Ms, with: () => beside(p99Ms) });
  return {
    editors: editors.length,
    aloneP99Ms: measured.without,
    besideP99Ms: measured.with,
    ratio: measured.ratio,
    medianAloneP99Ms: median(measured.without),
    errors,
  };
}
