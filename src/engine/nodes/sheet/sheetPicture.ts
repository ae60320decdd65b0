import type { Box } from '../../geometry/box';
import type { CellTable } from '../viewState';

/** Every browser accepts a canvas of this size: 4096 x 4096 is what Safari allows on phones. Pixels. */
export const SHEET_PICTURE_MAX_PIXELS = 4096 * 4096;
const SIDE_MAX = 8192;
/** The range of a cell's side; it is as large as there is room for. Pixels. */
const CELL_MAX = 512;
const CELL_MIN = 16;
const FONT_MIN = 12;
const FONT_MAX = 26;
/** Column width, in font sizes, below which its words are turned upright. */
const TURNED_BELOW = 5;

/** How a sheet is laid out as one picture; pixels. */
export interface SheetPicture {
  readonly width: number;
  readonly height: number;
  /** Position of the first cell. */
  readonly left: number;
  readonly top: number;
  /** Width and height of a cell. */
  readonly cell: number;
  /** Room for the words beside the rows, and for those above the columns. */
  readonly side: number;
  readonly head: number;
  readonly font: number;
  readonly line: number;
  readonly margin: number;
  /** The words above the columns run upwards. */
  readonly isTurned: boolean;
  /** Its cells are smaller than they would be if there were fewer of them. */
  readonly isSmaller: boolean;
}

/** Returns null where even the smallest cells would make a picture that no browser takes. */
export function sheetPicture(
  { rows, columns }: Pick<CellTable, 'rows' | 'columns'>,
  title: string,
): SheetPicture | null {
  for (let cell = CELL_MAX; cell >= CELL_MIN; cell -= 1) {
    const laid = layOut(rows, columns, title, cell);
    const { width, height } = laid;
    if (Math.max(width, height) <= SIDE_MAX && width * height <= SHEET_PICTURE_MAX_PIXELS) return laid;
  }
  return null;
}

const isSaid = (words: readonly string[]): boolean => words.some((word) => word !== '');

function layOut(rows: readonly string[], columns: readonly string[], title: string, cell: number): SheetPicture {
  const font = Math.max(FONT_MIN, Math.min(FONT_MAX, Math.round(cell / 20)));
  const line = Math.round(font * 1.4);
  const isTurned = cell < TURNED_BELOW * font;
  const side = isSaid(rows) ? Math.max(9 * font, Math.round(cell / 2)) : 0;
  const head = isSaid(columns) ? (isTurned ? 9 * font : 2 * line + font) : 0;
  const margin = line;
  const [left, top] = [margin + side, margin + (title === '' ? 0 : 2 * line) + head];
  return {
    width: left + columns.length * cell + margin,
    height: top + rows.length * cell + margin,
    left,
    top,
    cell,
    side,
    head,
    font,
    line,
    margin,
    isTurned,
    isSmaller: cell < CELL_MAX,
  };
}

export const boxInPicture = ({ left, top, cell }: SheetPicture, row: number, column: number): Box => ({
  x: left + column * cell,
  y: top + row * cell,
  width: cell,
  height: cell,
});
