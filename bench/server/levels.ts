import type { Sample } from './watchVitals';

/** What the server took in the middle and in the last third of the time. */
export interface Level {
  readonly what: string;
  readonly middle: number;
  readonly last: number;
  readonly atMost: number;
  readonly isFlat: boolean;
}

/** A collection of garbage comes sooner or later: beyond this it is no chance any more. */
const GROWTH_MAX = 1.1;
/** Connections come and go. */
const HANDLES_MORE = 16;

/**
 * The first third is for warming up. Of memory the least of each third counts, which is what no collection of garbage takes
 * away; of handles the most.
 */
export function levels(samples: readonly Sample[]): Level[] {
  const third = Math.floor(samples.length / 3);
  const [middle, last] = [samples.slice(third, 2 * third), samples.slice(2 * third)];
  const memory = (name: 'residentMiB' | 'heapMiB'): readonly [number, number] => [
    Math.min(...middle.map((sample) => sample[name])),
    Math.min(...last.map((sample) => sample[name])),
  ];
  const handles = (name: 'openFiles' | 'handles'): readonly [number, number] => [
    Math.max(...middle.map((sample) => sample[name])),
    Math.max(...last.map((sample) => sample[name])),
  ];
  const [resident, heap] = [memory('residentMiB'), memory('heapMiB')];
  const [files, active] = [handles('openFiles'), handles('handles')];
  return [
    level('resident memory, MiB', resident, resident[0] * GROWTH_MAX),
    level('heap in use, MiB', heap, heap[0] * GROWTH_MAX),
    level('open files and connections', files, files[0] + HANDLES_MORE),
    level('active handles', active, active[0] + HANDLES_MORE),
  ];
}

const level = (what: string, [middle, last]: readonly [number, number], atMost: number): Level => ({
  what,
  middle,
  last,
  atMost,
  isFlat: last <= atMost,
});
