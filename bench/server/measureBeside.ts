import { setTimeout as sleep } from 'node:timers/promises';
import { inPairs } from '../inPairs';
import { median, quantile } from '../quantile';
import { saveEverySecond } from '../save/saveEverySecond';
import type { SavingEditor } from '../save/SavingEditor';
import type { BenchServer } from '../save/withServer';
import { PictureStreams } from './PictureStreams';

/** Saving alone, and with people beside it who look on while pictures are made. */
export interface Beside {
  readonly editors: number;
  readonly idleStreams: number;
  readonly activeStreams: number;
  /** Of each turn. */
  readonly aloneP99Ms: readonly number[];
  readonly besideP99Ms: readonly number[];
  /** The median of the pairs' ratios. */
  readonly ratio: number;
  readonly medianAloneP99Ms: number;
  readonly pictures: number;
  /** Of the saves, with the seconds without one. A stream that fails ends the run. */
  readonly errors: number;
}

const PAIRS = 5;
/** Opening and ending so many streams is no part of what is measured. */
const CALM_MS = 2_000;
const STREAMS = { idle: 200, active: 50 };

/** Both in turns on one server. */
export async function measureBeside(
  server: BenchServer,
  editors: readonly SavingEditor[],
  secondsEach: number,
): Promise<Beside> {
  for (const editor of editors) await editor.save();
  let errors = 0;
  let pictures = 0;
  const p99Ms = async (): Promise<number> => {
    await sleep(CALM_MS);
    const saves = await saveEverySecond(editors, secondsEach);
    errors += saves.errors + saves.late;
    return quantile(saves.ms, 0.99);
  };
  const pairs = await inPairs(PAIRS, {
    without: p99Ms,
    with: async () => {
      const streams = await PictureStreams.open(server, STREAMS);
      const besideMs = await streams.beside(p99Ms());
      pictures += await streams.close();
      return besideMs;
    },
  });
  return {
    editors: editors.length,
    idleStreams: STREAMS.idle,
    activeStreams: STREAMS.active,
    aloneP99Ms: pairs.without,
    besideP99Ms: pairs.with,
    ratio: pairs.ratio,
    medianAloneP99Ms: median(pairs.without),
    pictures,
    errors,
  };
}
