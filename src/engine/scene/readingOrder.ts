import type { FlowNode } from '../document/FlowNode';

/** Cards whose tops differ by less than this are in one row for a reader; world pixels. */
const ROW_TOLERANCE = 100;

type Placed = Pick<FlowNode, 'position'>;

const fromTop = (one: Placed, other: Placed): number => one.position.y - other.position.y;

const fromLeft = (one: Placed, other: Placed): number => one.position.x - other.position.x;

/** Yields each row of nodes that are sorted from the top: the index of its first one, and the index after its last one. */
function* rowsOf(sorted: readonly Placed[]): Iterable<readonly [start: number, end: number]> {
  let start = 0;
  let top = sorted[0]?.position.y ?? 0;
  for (const [index, { position }] of sorted.entries()) {
    if (position.y - top < ROW_TOLERANCE) continue;
    yield [start, index];
    start = index;
    top = position.y;
  }
  if (sorted.length > 0) yield [start, sorted.length];
}

/** The nodes from top to bottom, and from left to right within a row. */
export function readingOrder(nodes: readonly FlowNode[]): FlowNode[] {
  const sorted = nodes.toSorted(fromTop);
  return Array.from(rowsOf(sorted)).flatMap(([start, end]) => sorted.slice(start, end).toSorted(fromLeft));
}

/**
 * The row at an index of nodes that are sorted from the top, in reading order, and the index at which it starts: the same index in both
 * orders. It sorts that row alone.
 */
export function readingRow<T extends Placed>(sorted: readonly T[], index: number): { start: number; row: T[] } {
  for (const [start, end] of rowsOf(sorted))
    if (index < end) return { start, row: sorted.slice(start, end).toSorted(fromLeft) };
  return { start: 0, row: [] };
}
