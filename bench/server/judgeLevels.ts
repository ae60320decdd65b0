import type { Verdicts } from '../verdicts';
import type { Sample } from './watchVitals';

/** The least memory counts, since collecting garbage does not take it away; beyond a tenth more it is no chance. */
const MEMORY = { of: Math.min, atMost: (middle: number) => middle * 1.1 };
/** The most handles count; connections come and go. */
const HANDLES = { of: Math.max, atMost: (middle: number) => middle + 16 };
const LEVELS = [
  { what: 'resident memory, MiB', name: 'residentMiB', ...MEMORY },
  { what: 'heap in use, MiB', name: 'heapMiB', ...MEMORY },
  { what: 'open files and connections', name: 'openFiles', ...HANDLES },
  { what: 'active handles', name: 'handles', ...HANDLES },
] as const;

/** Judges the last third of the time by the middle one; the first is for warming up. */
export function judgeLevels(samples: readonly Sample[], verdicts: Verdicts): void {
  const third = Math.floor(samples.length / 3);
  for (const { what, name, of, atMost } of LEVELS) {
    const level = (some: readonly Sample[]): number => of(...some.map((sample) => sample[name]));
    const [middle, last] = [level(samples.slice(third, 2 * third)), level(samples.slice(2 * third))];
    verdicts.say(`${what}, in the last third of the time`, last, atMost(middle));
  }
}
