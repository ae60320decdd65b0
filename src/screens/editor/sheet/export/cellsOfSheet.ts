import { valueWords, type Axis } from '../../../../engine';
import type { SheetCell, SheetStore } from '../../../../stores/cells/SheetStore';

/** A cell and its indexes. */
export interface PlacedCell {
  readonly cell: SheetCell;
  /** Index of the value of each axis; 0 for an absent axis. */
  readonly row: number;
  readonly column: number;
  readonly tabs: readonly number[];
  /** Words of its row, its column and its tabs, as far as there are such axes. */
  readonly words: readonly string[];
}

/** The axes, in the order of the words of cells. */
export const axesOfSheet = ({ layout: { rows, columns, tabs } }: SheetStore): readonly Axis[] =>
  [rows, columns, ...tabs].filter((axis) => axis !== null);

/** All cells of a sheet, under every tab, in reading order. */
export function* cellsOfSheet(sheet: SheetStore): Generator<PlacedCell> {
  const { rows, columns, tabs } = sheet.layout;
  const sizes = tabs.map(({ values }) => values.length);
  for (const open of choices(sizes)) {
    for (let row = 0; row < (rows?.values.length ?? 1); row += 1) {
      for (let column = 0; column < (columns?.values.length ?? 1); column += 1) {
        const values = [
          rows?.values[row],
          columns?.values[column],
          ...tabs.map(({ values }, tab) => values[open[tab] ?? 0]),
        ];
        const words = values.flatMap((value) => (value ? [valueWords(value)] : []));
        yield { cell: sheet.cellAt(row, column, open), row, column, tabs: open, words };
      }
    }
  }
}

/** Every combination of indexes below the given sizes, the last one fastest. */
function* choices([size, ...rest]: readonly number[]): Generator<readonly number[]> {
  if (size === undefined) {
    yield [];
    return;
  }
  for (let at = 0; at < size; at += 1) for (const others of choices(rest)) yield [at, ...others];
}
