import { inflate, intersects, type Box } from '../../geometry/box';
import type { CellTable } from '../viewState';

const SIDE = 84;
const HEAD = 26;
const MARGIN = 8;
/** The heads of a table take no more than this of its card. */
const SIDE_SHARE = 0.25;

/** Positions of a table's cells on its card; the heads of its rows and columns are beside them. */
export interface CellPositions {
  readonly cells: Box;
  readonly width: number;
  readonly height: number;
}

export function cellPositions(body: Box, rows: number, columns: number): CellPositions {
  const side = Math.min(SIDE, body.width * SIDE_SHARE);
  const cells = {
    x: body.x + side,
    y: body.y + HEAD,
    width: body.width - side - MARGIN,
    height: body.height - HEAD - MARGIN,
  };
  return { cells, width: cells.width / columns, height: cells.height / rows };
}

export const cellBox = ({ cells, width, height }: CellPositions, row: number, column: number): Box => ({
  x: cells.x + column * width,
  y: cells.y + row * height,
  width,
  height,
});

/** The places of the rows, or the columns, that touch a stretch. */
export function* placesIn(
  [start, step, count]: readonly [start: number, step: number, count: number],
  from: number,
  to: number,
): Generator<number> {
  const last = Math.min(count - 1, Math.floor((to - start) / step));
  for (let place = Math.max(0, Math.floor((from - start) / step)); place <= last; place += 1) yield place;
}

/** The cells in this part of the card; of all of it when it is not known. */
export function* cellsIn(
  grid: CellPositions,
  rows: number,
  columns: number,
  visible: Box | null,
): Generator<readonly [row: number, column: number]> {
  const { cells, width, height } = grid;
  const seen = visible ?? inflate(cells, 1);
  if (!intersects(seen, cells)) return;
  for (const row of placesIn([cells.y, height, rows], seen.y, seen.y + seen.height)) {
    for (const column of placesIn([cells.x, width, columns], seen.x, seen.x + seen.width)) yield [row, column];
  }
}

/** The pictures of a table in this part of its card. */
export function* picturesOfSheet(table: CellTable | null, body: Box, visible: Box): Generator<string> {
  if (table === null) return;
  const { rows, columns } = table;
  const grid = cellPositions(body, rows.length, columns.length);
  for (const [row, column] of cellsIn(grid, rows.length, columns.length, visible)) {
    const { url } = table.cellAt(row, column);
    if (url !== null) yield url;
  }
}
