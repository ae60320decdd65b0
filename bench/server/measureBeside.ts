import type { SavingEditor } from '../save/SavingEditor';
import type { BenchServer } from '../save/withServer';
import { PictureStreams } from './PictureStreams';
import { saveInTurns } from './saveInTurns';
import type { Turns } from './saveInTurns';

/** Saving alone, and while other people watch pictures being made. A stream that fails ends the run. */
export interface Beside extends Turns {
  readonly idleStreams: number;
  readonly activeStreams: number;
  readonly pictures: number;
}

const PAIRS = 5;
const STREAMS = { idle: 200, active: 50 };

export async function measureBeside(
  server: BenchServer,
  editors: readonly SavingEditor[],
  secondsEach: number,
): Promise<Beside> {
  let pictures = 0;
  const turns = await saveInTurns(editors, {
    pairs: PAIRS,
    secondsEach,
    beside: async (save) => {
      const streams = await PictureStreams.open(server, STREAMS);
      const besideMs = await streams.beside(save());
      pictures += await streams.close();
      return besideMs;
    },
  });
  return { ...turns, idleStreams: STREAMS.idle, activeStreams: STREAMS.active, pictures };
}
