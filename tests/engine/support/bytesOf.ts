import { GCProfiler, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

// The optimising compiler removes some allocations sooner or later. Newer versions of Node have two compilers.
setFlagsFromString('--no-opt');
setFlagsFromString('--no-maglev');
setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as (options: { readonly type: 'minor' }) => void;

/** By then the engine's memos are filled. */
export const WARMING = 20;
const ROUNDS = 9;
/** Few, so that no collection falls into a round. */
const TIMES = 4;

/**
 * Bytes that the act allocates each time: the median of some rounds, since V8 now and then compiles something or gives back what an earlier
 * collection had found. Infinity when the act allocates so much that the collector ran each time.
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
