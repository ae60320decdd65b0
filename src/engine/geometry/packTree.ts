export interface Extent {
  minX: number;
  minY: number;
  maxX: number;
  maxY: number;
}

/** A branch of the tree, as rbush keeps it. */
export interface Branch extends Extent {
  readonly children: readonly (Branch | Extent)[];
  /** 1 for one that holds entries. */
  readonly height: number;
  readonly leaf: boolean;
}

/** Distinguishable steps of a coordinate, with room for the number of an item: 2^52 in all. */
const STEPS = 2 ** 28;
const ITEMS_MAX = 2 ** 24;

/**
 * A whole R-tree at once, by sort-tile-recursive packing: sorted from left to right into columns and each column from top
 * to bottom, as many columns as rows. Sorts plain numbers, which is several times as fast as rbush's own loading. In steps,
 * a column each. For at most 2^24 entries.
 */
export function* packTree(entries: readonly Extent[], branchSize: number): Generator<undefined, Branch> {
  let height = 1;
  let level = yield* branchesOf(entries, branchSize, height);
  while (level.length > 1) {
    height++;
    level = yield* branchesOf(level, branchSize, height);
  }
  return level[0] ?? branch([], height);
}

function* branchesOf(
  items: readonly (Branch | Extent)[],
  branchSize: number,
  height: number,
): Generator<undefined, Branch[]> {
  const columns = Math.ceil(Math.sqrt(Math.ceil(items.length / branchSize)));
  const columnSize = Math.ceil(items.length / columns / branchSize) * branchSize;
  const branches: Branch[] = [];
  // Half of the middles, whose span is a number however far apart they are.
  const byX = sorted(items, ({ minX, maxX }) => minX / 4 + maxX / 4);
  for (let start = 0; start < byX.length; start += columnSize) {
    yield;
    const column = sorted(byX.slice(start, start + columnSize), ({ minY, maxY }) => minY / 4 + maxY / 4);
    for (let top = 0; top < column.length; top += branchSize) {
      branches.push(branch(column.slice(top, top + branchSize), height));
    }
  }
  return branches;
}

/** The items ordered by a coordinate, to within a STEPS-th of the range that the coordinates span. */
function sorted<T>(items: readonly T[], coordinate: (item: T) => number): T[] {
  const keys = new Float64Array(items.length);
  let min = Infinity;
  let max = -Infinity;
  let index = 0;
  for (const item of items) {
    const at = coordinate(item);
    keys[index++] = at;
    if (at < min) min = at;
    if (at > max) max = at;
  }
  const span = max - min || 1;
  index = 0;
  for (const at of keys) {
    keys[index] = Math.floor(((at - min) / span) * (STEPS - 1)) * ITEMS_MAX + index;
    index++;
  }
  keys.sort();
  const result: T[] = [];
  for (const key of keys) result.push(items[key % ITEMS_MAX] as T);
  return result;
}

function branch(children: readonly (Branch | Extent)[], height: number): Branch {
  const made: Branch = { children, height, leaf: height === 1, minX: 0, minY: 0, maxX: 0, maxY: 0 };
  fitToChildren(made);
  return made;
}

/** Makes a branch as large as its children. */
export function fitToChildren(fitted: Branch): void {
  fitted.minX = Infinity;
  fitted.minY = Infinity;
  fitted.maxX = -Infinity;
  fitted.maxY = -Infinity;
  for (const { minX, minY, maxX, maxY } of fitted.children) {
    fitted.minX = Math.min(fitted.minX, minX);
    fitted.minY = Math.min(fitted.minY, minY);
    fitted.maxX = Math.max(fitted.maxX, maxX);
    fitted.maxY = Math.max(fitted.maxY, maxY);
  }
}
