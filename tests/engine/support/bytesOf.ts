import { GCProfiler, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

// A compiler at work leaves out some of what is made, sooner or later. Newer versions of Node have two.
setFlagsFromString('--no-opt');
setFlagsFromString('--no-maglev');
setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as (options: { readonly type: 'minor' }) => void;

/** By then the engine remembers what it will. */
export const WARMING = 20;
const ROUNDS = 9;
/** Few, so that no collection falls into a round. */
const TIMES = 4;

/**
 * How many bytes the act allocates each time, as in the middle one of some rounds: now and then V8 compiles something, or gives
 * back what an earlier collection had found. Infinity where it makes so much that the collector had to run each time.
 */
export function bytesOf(act: () => void): number {
  for (let time = 0; time < WARMING; time++) act();
  const found: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    collect({ type: 'minor' });
    const profiler = new GCProfiler();
    profiler.start();
    const before = process.memoryUsage().heapUsed;
    for (let time = 0; time < TIMES; time++) act();
    const bytes = (process.memoryUsage().heapUsed - before) / TIMES;
    if (profiler.stop()?.statistics.length === 0) found.push(bytes);
  }
  return found.toSorted((one, other) => one - other)[Math.floor(found.length / 2)] ?? Infinity;
}
