import { cellKey, type Cell } from '../../engine';

const NO_CELL: Cell = {};
/** Cells never change; their keys are computed once. */
const keys = new WeakMap<Cell, string>();

/** The cell without the number of the result: several results of a cell are in one. */
export function wordsOf(cell: Cell = NO_CELL): Cell {
  if (!('take' in cell)) return cell;
  const { take: _, ...words } = cell;
  return words;
}

/** Equal for the takes and the steps of one cell. */
export function keyOf(cell: Cell | null | undefined): string {
  const own = cell ?? NO_CELL;
  const key = keys.get(own) ?? cellKey(wordsOf(own));
  keys.set(own, key);
  return key;
}
