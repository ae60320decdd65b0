import { setTimeout as sleep } from 'node:timers/promises';
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
  /** The median of the turns beside the streams, of that of those alone. */
  readonly ratio: number;
  readonly medianAloneP99Ms: number;
  readonly pictures: number;
  /** With the seconds without a save. */
  readonly errors: number;
}

const TURNS = 4;
/** Opening and ending so many streams is no part of what is measured. */
const CALM_MS = 2_000;
const STREAMS = { idle: 200, active: 50 };

/** Both in turns on one server, so that a busy moment of the machine meets both. */
export async function measureBeside(
  server: BenchServer,
  editors: readonly SavingEditor[],
  secondsEach: number,
): Promise<Beside> {
  for (const editor of editors) await editor.save();
  const alone: number[] = [];
  const beside: number[] = [];
  let errors = 0;
  let pictures = 0;
  const turn = async (p99s: number[]): Promise<void> => {
    await sleep(CALM_MS);
    const saves = await saveEverySecond(editors, secondsEach);
    p99s.push(quantile(saves.ms, 0.99));
    errors += saves.errors + saves.late;
  };
  for (let count = 0; count < TURNS; count += 1) {
    await turn(alone);
    const streams = await PictureStreams.open(server, STREAMS);
    await turn(beside);
    const seen = await streams.close();
    pictures += seen.pictures;
    errors += seen.failures;
  }
  return {
    editors: editors.length,
    idleStreams: STREAMS.idle,
    activeStreams: STREAMS.active,
    aloneP99Ms: alone,
    besideP99Ms: beside,
    ratio: median(beside) / median(alone),
    medianAloneP99Ms: median(alone),
    pictures,
    errors,
  };
}
