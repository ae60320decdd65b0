import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { listOf, wholeNumber } from '../flagValues';

export const CONTESTANTS = ['mulgil', 'limit', 'reactflow', 'reactflow-visible', 'litegraph'] as const;
export type ContestantName = (typeof CONTESTANTS)[number];
export const GESTURES = ['idle', 'pan', 'panFar', 'zoom', 'drag', 'connect', 'selectAllDrag'] as const;
export type GestureName = (typeof GESTURES)[number];
export const SCENES = ['pictures', 'text'] as const;
export type SceneName = (typeof SCENES)[number];
const SIZES = ['100', '1000', '10000', '100000'] as const;

export interface Flags {
  readonly only: readonly ContestantName[];
  readonly sizes: readonly number[];
  readonly gestures: readonly GestureName[];
  readonly scenes: readonly SceneName[];
  readonly reps: number;
  /** Folder for figures, chart and the compared pictures; null for that of a whole run. */
  readonly out: string | null;
}

/** Every flag, for a person who mistyped one. */
const USAGE = `npm run bench:canvas -- [--only ${CONTESTANTS.join(',')}] [--sizes ${SIZES.join(',')}]
  [--gestures ${GESTURES.join(',')}] [--scenes ${SCENES.join(',')}|none] [--reps 5] [--out FOLDER]`;

/** Throws with the usage for a flag or a value that is not known. */
export function readFlags(args: string[]): Flags {
  const text = { type: 'string' } as const;
  const { values } = parseArgs({
    args,
    options: { only: text, sizes: text, gestures: text, scenes: text, reps: text, out: text },
  });
  const isPart = [values.only, values.sizes, values.gestures, values.scenes].some((value) => value !== undefined);
  return {
    only: listOf(values.only, CONTESTANTS, USAGE),
    sizes: listOf(values.sizes, SIZES, USAGE).map(Number),
    gestures: listOf(values.gestures, GESTURES, USAGE),
    scenes: listOf(values.scenes, SCENES, USAGE),
    reps: wholeNumber('reps', values.reps, 5, USAGE),
    out: values.out ?? (isPart ? join(tmpdir(), 'mulgil-bench-part') : null),
  };
}
