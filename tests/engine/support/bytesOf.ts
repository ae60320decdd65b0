import { GCProfiler, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

// A compiler at work leaves out some of what is made, sooner or later.
setFlagsFromString('--no-opt');
setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as (options: { readonly type: 'minor' }) => void;

/** By then the engine remembers what it will. */
export const WARMING = 20;
const ROUNDS = 5;
/** Few, so that no collection falls into a round. */
const TIMES = 4;

/**
 * How many bytes the act allocates each time, the least of some rounds: what else the process does only adds to them.
 * Infinity where it makes so much that the collector had to run each time.
 */
export function bytesOf(act: () => void): number {
  for (let time = 0; time < WARMING; time++) act();
  let least = Infinity;
  for (let round = 0; round < ROUNDS; round++) {
    collect({ type: 'minor' });
    const profiler = new GCProfiler();
    profiler.start();
    const before = process.memoryUsage().heapUsed;
    for (let time = 0; time < TIMES; time++) act();
    const bytes = (process.memoryUsage().heapUsed - before) / TIMES;
    if (profiler.stop()?.statistics.length === 0) least = Math.min(least, bytes);
  }
  return least;
}
