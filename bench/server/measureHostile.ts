import type { SavingEditor } from '../save/SavingEditor';
import type { BenchServer } from '../save/withServer';
import type { Hostile } from './HostileCallers';
import { saveInTurns } from './saveInTurns';
import type { Turns } from './saveInTurns';
import { TreeMemory } from './TreeMemory';

/** Saving alone, and while twelve members do their worst. */
export interface HostileFigures extends Turns {
  /** Memory of all the server's processes, beyond what they took before. */
  readonly grownMiB: number;
  /** Number of answers to the twelve, by status. */
  readonly answers: Readonly<Record<string, number>>;
}

const PAIRS = 3;

export async function measureHostile(
  { pid }: BenchServer,
  editors: readonly SavingEditor[],
  secondsEach: number,
  begin: () => Promise<Hostile>,
): Promise<HostileFigures> {
  const memory = new TreeMemory(pid);
  const beforeMiB = memory.nowMiB();
  const answers: Record<string, number> = {};
  let mostMiB = 0;
  const turns = await saveInTurns(editors, {
    pairs: PAIRS,
    secondsEach,
    beside: async (save) => {
      memory.begin();
      const hostile = await begin();
      const besideMs = await save();
      const told = await hostile.end();
      mostMiB = Math.max(mostMiB, memory.endMiB());
      for (const [status, count] of Object.entries(told)) answers[status] = (answers[status] ?? 0) + count;
      return besideMs;
    },
  });
  return { ...turns, grownMiB: mostMiB - beforeMiB, answers };
}
