import { coveringRows, randomIndexes } from './sampleIndexes';
import type { Cell, WordList } from './WordList';

/** One direction of a sheet: a list, or several that go in pairs. */
export interface Axis {
  /** Id of its first list. */
  readonly id: string;
  readonly name: string;
  /** The values, each once. */
  readonly values: readonly Cell[];
  /** Words without a partner: the shortest list ends a pair. */
  readonly leftOut: number;
}

/** A choice among all cells: every one, so few that any two words meet, or so many by chance. */
export type Sample =
  | { readonly mode: 'all' }
  | { readonly mode: 'pairs' }
  | { readonly mode: 'random'; readonly n: number; readonly seed: number };

/** Every cell of a node. */
export const ALL_CELLS: Sample = { mode: 'all' };

/** The names of axes that no list makes. */
export const ASPECT_RATIO = 'aspectRatio';
export const MODEL = 'model';

/** Lists in the order of their axes. An empty list is no axis. */
export function axesOf(lists: readonly WordList[]): Axis[] {
  const groups = new Map<string, WordList[]>();
  for (const list of lists) {
    if (list.words.length === 0) continue;
    const group = list.pair === '' ? `list:${list.id}` : `pair:${list.pair}`;
    const known = groups.get(group);
    if (known) known.push(list);
    else groups.set(group, [list]);
  }
  return Array.from(groups.values(), axisOf);
}

function axisOf(lists: readonly WordList[]): Axis {
  const lengths = lists.map(({ words }) => words.length);
  const length = Math.min(...lengths);
  const values = new Map<string, Cell>();
  for (let at = 0; at < length; at += 1) {
    const value = Object.fromEntries(lists.map(({ id, words }) => [id, words[at] ?? '']));
    const key = cellKey(value);
    if (!values.has(key)) values.set(key, value);
  }
  return {
    id: lists[0]?.id ?? '',
    name: lists.map(({ name }) => name).join(' · '),
    values: [...values.values()],
    leftOut: lengths.reduce((sum, each) => sum + each - length, 0),
  };
}

/** An axis of values that no list has, such as aspect ratios. */
export function plainAxis(id: string, values: readonly string[]): Axis {
  return { id, name: id, values: [...new Set(values)].map((value) => ({ [id]: value })), leftOut: 0 };
}

/** How many cells these axes have; 1 for none. */
export const countCells = (axes: readonly Axis[]): number =>
  axes.reduce((product, { values }) => product * values.length, 1);

/**
 * The cells of a sample in the order of the axes, the first one slowest; of no axes the one empty cell. Ends behind `most`.
 */
export function cellsOf(axes: readonly Axis[], sample: Sample = ALL_CELLS, most = Infinity): Cell[] {
  const sizes = axes.map(({ values }) => values.length);
  return Array.from(rowsOf(sizes, sample, most), (row) =>
    Object.assign({}, ...row.map((value, axis) => axes[axis]?.values[value])),
  );
}

/** The value of each axis, by its place. */
function* rowsOf(sizes: readonly number[], sample: Sample, most: number): Generator<readonly number[]> {
  if (sample.mode === 'pairs' && sizes.length > 2 && mayCover(sizes, most)) {
    yield* coveringRows(sizes, most);
    return;
  }
  const count = sizes.reduce((product, size) => product * size, 1);
  const isSome = sample.mode === 'random' && sample.n < count;
  const indexes = isSome ? randomIndexes(count, Math.min(sample.n, most), sample.seed) : upTo(Math.min(count, most));
  for (const index of indexes) yield digitsOf(index, sizes);
}

/** Most pairs of words that are brought together: more take minutes, and far more memory than a plan has. */
const PAIRS_MAX = 5_000_000;

/** False where the rows are more than `most` in any case, and are not worth choosing. Two axes alone need one for each pair of their words. */
function mayCover(sizes: readonly number[], most: number): boolean {
  const [longest = 0, second = 0] = sizes.toSorted((one, other) => other - one);
  const sum = sizes.reduce((all, size) => all + size, 0);
  const pairs = sizes.reduce((all, size) => all + size * (sum - size), 0) / 2;
  return longest * second <= most && pairs <= PAIRS_MAX;
}

function* upTo(count: number): Generator<number> {
  for (let index = 0; index < count; index += 1) yield index;
}

/** The index in the mixed base of the sizes. */
function digitsOf(index: number, sizes: readonly number[]): number[] {
  const digits: number[] = [];
  let rest = index;
  for (const size of sizes.toReversed()) {
    digits.push(rest % size);
    rest = Math.floor(rest / size);
  }
  return digits.toReversed();
}

/** Equal cells have equal ones, whatever the order of their lists. */
export const cellKey = (cell: Cell): string =>
  JSON.stringify(Object.entries(cell).toSorted(([one], [other]) => (one < other ? -1 : 1)));

/** Whether a cell has all that is asked of it: part of a cell stands for a whole row of a sheet. */
export const isWithin = (cell: Cell, part: Cell): boolean =>
  Object.entries(part).every(([id, word]) => cell[id] === word);

/** The cell of other axes that the same picture stands in; of an axis that it does not have the first value. */
export function projectCell(cell: Cell, axes: readonly Axis[]): Cell {
  const values = axes.map(({ values }) => values.find((value) => isWithin(cell, value)) ?? values[0]);
  return Object.assign({}, ...values);
}
