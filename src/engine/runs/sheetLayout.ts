import type { Axis } from './cells';
import type { Cell } from './WordList';

/** The choice of a sheet's axes, by their ids. An unknown id counts as none. */
export interface SheetChoice {
  readonly rows?: unknown;
  readonly columns?: unknown;
}

/** Axes of a sheet by their use: two as rows and columns, the others as tabs. Null where there are not so many. */
export interface SheetLayout {
  readonly rows: Axis | null;
  readonly columns: Axis | null;
  readonly tabs: readonly Axis[];
}

/** The axes as the sheet chooses, the others in their order: the first for its columns, the next for its rows. */
export function sheetLayout(axes: readonly Axis[], { rows, columns }: SheetChoice): SheetLayout {
  const chosenColumns = axes.find(({ id }) => id === columns);
  const chosenRows = axes.find((axis) => axis.id === rows && axis !== chosenColumns);
  const others = axes.filter((axis) => axis !== chosenColumns && axis !== chosenRows);
  const columnAxis = chosenColumns ?? others.shift() ?? null;
  const rowAxis = chosenRows ?? others.shift() ?? null;
  return { rows: rowAxis, columns: columnAxis, tabs: others };
}

/** The words of a value of an axis, as they are read in its head. */
export const valueWords = (value: Cell): string => Object.values(value).join(' · ');

/** The wanted index on an axis, by the axis' id, or the nearest one when the axis has become shorter; the first without an axis. */
export const indexOn = (axis: Axis | null, wanted: ReadonlyMap<string, number>): number =>
  axis ? Math.min(wanted.get(axis.id) ?? 0, axis.values.length - 1) : 0;

/** The cell in this row and column, under the tabs that are open: one value of each. */
export const cellOfSheet = (
  { rows, columns, tabs }: SheetLayout,
  at: { readonly row: number; readonly column: number },
  open: readonly number[],
): Cell =>
  Object.assign(
    {},
    columns?.values[at.column],
    rows?.values[at.row],
    ...tabs.map(({ values }, index) => values[open[index] ?? 0]),
  );
