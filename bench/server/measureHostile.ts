import { setTimeout as sleep } from 'node:timers/promises';
import { inPairs } from '../inPairs';
import { median, quantile } from '../quantile';
import { saveEverySecond } from '../save/saveEverySecond';
import type { SavingEditor } from '../save/SavingEditor';
import type { BenchServer } from '../save/withServer';
import type { Hostile } from './HostileCallers';
import { TreeMemory } from './TreeMemory';

/** Saving alone, and beside twelve members who do their worst. */
export interface HostileFigures {
  readonly editors: number;
  /** The p99 of saves in each turn. */
  readonly aloneP99Ms: readonly number[];
  readonly besideP99Ms: readonly number[];
  /** The median of the pairs' ratios. */
  readonly ratio: number;
  readonly medianAloneP99Ms: number;
  /** Memory of all the server's processes, beyond what they took before. */
  readonly grownMiB: number;
  /** What the twelve were answered, by status. */
  readonly answers: Readonly<Record<string, number>>;
  /** Saves that failed, and seconds without a save. */
  readonly errors: number;
}

const PAIRS = 3;
const CALM_MS = 2_000;

/** Both in turns on one server. */
export async function measureHostile(
  server: BenchServer,
  editors: readonly SavingEditor[],
  secondsEach: number,
  begin: (server: BenchServer) => Promise<Hostile>,
): Promise<HostileFigures> {
  for (const editor of editors) await editor.save();
  const memory = new TreeMemory(server.pid);
  const beforeMiB = memory.nowMiB();
  const answers: Record<string, number> = {};
  let mostMiB = 0;
  let errors = 0;
  const p99Ms = async (): Promise<number> => {
    await sleep(CALM_MS);
    const saves = await saveEverySecond(editors, secondsEach);
    errors += saves.errors + saves.late;
    return quantile(saves.ms, 0.99);
  };
  const pairs = await inPairs(PAIRS, {
    without: p99Ms,
    with: async () => {
      memory.begin();
      const hostile = await begin(server);
      const besideMs = await p99Ms();
      await hostile.end();
      mostMiB = Math.max(mostMiB, memory.endMiB());
      for (const [status, count] of hostile.answers) answers[status] = (answers[status] ?? 0) + count;
      return besideMs;
    },
  });
  return {
    editors: editors.length,
    aloneP99Ms: pairs.without,
    besideP99Ms: pairs.with,
    ratio: pairs.ratio,
    medianAloneP99Ms: median(pairs.without),
    grownMiB: mostMiB - beforeMiB,
    answers,
    errors,
  };
}
