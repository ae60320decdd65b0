import { Verdicts, type Verdict } from '../verdicts';
import type { Applying } from './measureApplying';

interface Timed {
  readonly nodes: number;
  readonly ms: number;
}

interface Figures {
  readonly cold: Timed;
  readonly few: Timed;
  readonly many: Timed;
  readonly applying: Applying;
  readonly crossings: { readonly flows: number; readonly nodes: number; readonly median: number; readonly p90: number };
}

const FEW_MS = 100;
const MANY_MS = 5_000;
const CROSSINGS = 1.2;
/** Half a frame: what one task of the page may take. */
const TASK_MS = 8;

/** Figures of tidying up, each beside its limit. */
export function judge({ cold, few, many, applying, crossings }: Partial<Figures>): readonly Verdict[] {
  const verdicts = new Verdicts();
  if (cold) verdicts.say(`a layout of ${cold.nodes} nodes, the first one, ms`, cold.ms, FEW_MS);
  if (few) verdicts.say(`a layout of ${few.nodes} nodes, ms`, few.ms, FEW_MS);
  if (many) verdicts.say(`a layout of ${many.nodes} nodes, ms`, many.ms, MANY_MS);
  if (applying)
    verdicts.say(
      `gathering ${applying.nodes} nodes: longest step, median of runs, ms`,
      applying.longestStepMs,
      TASK_MS,
    );
  if (crossings) {
    const what = `crossings as parts of dagre's, ${crossings.flows} flows of ${crossings.nodes} nodes: median`;
    verdicts.say(what, crossings.median, CROSSINGS);
  }
  return verdicts.all;
}
