import { inflate } from '../../geometry/box';
import type { CellTable, TableCell } from '../viewState';
import type { Picture } from '../../render/card/PaintEnvironment';
import type { PaintTheme } from '../../render/card/PaintTheme';
import { containFit } from '../../render/card/paintPicture';
import { crossIcon } from '../../render/shapes/icons';
import type { Painter2D } from '../../render/shapes/Painter2D';
import { paintLines } from '../../render/text/paintLines';
import { wrapText } from '../../render/text/wrapText';
import { boxInPicture, type SheetPicture } from './sheetPicture';

/** The words of a sheet that is saved as a picture. */
export interface SheetPictureWords {
  /** Title above the sheet; empty for none. */
  readonly title: string;
  /** Words in a cell that has no picture. */
  readonly states: Readonly<Record<Exclude<TableCell['state'], 'done'>, string>>;
  /** Words in a cell whose picture cannot be read. */
  readonly broken: string;
}

interface PaintedWith {
  readonly theme: PaintTheme;
  readonly words: SheetPictureWords;
}

/** The title, and the words of rows and columns, on an empty surface. */
export function paintSheetCaptions(
  ctx: Painter2D,
  { rows, columns }: Pick<CellTable, 'rows' | 'columns'>,
  picture: SheetPicture,
  { theme, words }: PaintedWith,
): void {
  const { width, height, left, top, cell, side, head, font, line, margin, isTurned } = picture;
  const [bold, plain] = [`700 ${font}px ${theme.fontFamily}`, `500 ${font}px ${theme.fontFamily}`];
  ctx.fillStyle = theme.surface;
  ctx.fillRect(0, 0, width, height);
  ctx.textBaseline = 'middle';
  ctx.textAlign = 'left';
  ctx.fillStyle = theme.ink;
  const title = wrapText(ctx, words.title, width - 2 * margin, 1, bold);
  ctx.font = bold;
  paintLines(ctx, title, margin, margin, line);

  ctx.textAlign = 'right';
  const rowLines = Math.max(1, Math.floor((cell - font / 2) / line));
  for (const [row, word] of rows.entries()) {
    const lines = wrapText(ctx, word, side - font, rowLines, plain);
    ctx.font = plain;
    paintLines(ctx, lines, left - font / 2, top + (row + 0.5) * cell - (lines.length * line) / 2, line);
  }
  ctx.textAlign = isTurned ? 'left' : 'center';
  for (const [column, word] of columns.entries()) {
    const middle = left + (column + 0.5) * cell;
    const lines = isTurned ? wrapText(ctx, word, head - font, 1, plain) : wrapText(ctx, word, cell - font, 2, plain);
    ctx.font = plain;
    ctx.save();
    ctx.translate(middle, top - font / 2);
    if (isTurned) ctx.rotate(-Math.PI / 2);
    paintLines(ctx, lines, 0, isTurned ? -line / 2 : -lines.length * line, line);
    ctx.restore();
  }
  ctx.textAlign = 'left';
}

/** One cell: its picture, `broken`, or null where it has none; then it says how far it is. */
export function paintSheetCell(
  ctx: Painter2D,
  picture: SheetPicture,
  at: { readonly row: number; readonly column: number },
  cell: TableCell & { readonly picture: Picture | 'broken' | null },
  { theme, words }: PaintedWith,
): void {
  const place = boxInPicture(picture, at.row, at.column);
  const gap = Math.max(1, Math.round(picture.cell / 64));
  const box = inflate(place, -gap);
  if (cell.picture !== null && cell.picture !== 'broken') {
    const to = containFit(cell.picture, box);
    // The bitmap and the context are of one canvas implementation; only it knows the bitmap's type.
    const bitmap = cell.picture.bitmap as never;
    ctx.drawImage(bitmap, 0, 0, cell.picture.width, cell.picture.height, to.x, to.y, to.width, to.height);
  } else {
    paintWithout(ctx, picture, { ...box, middle: place.x + place.width / 2 }, cell, { theme, words });
  }
  if (cell.isChosen) {
    ctx.strokeStyle = theme.ink;
    ctx.lineWidth = Math.max(1, gap / 2);
    ctx.strokeRect(box.x, box.y, box.width, box.height);
  }
}

type Frame = ReturnType<typeof boxInPicture> & { readonly middle: number };

function paintWithout(
  ctx: Painter2D,
  { font, line, isTurned }: SheetPicture,
  { x, y, width, height, middle }: Frame,
  { state, picture }: Pick<TableCell, 'state'> & { readonly picture: unknown },
  { theme, words }: PaintedWith,
): void {
  const isFailed = state === 'failed' || picture === 'broken';
  ctx.fillStyle = theme.raised;
  ctx.fillRect(x, y, width, height);
  ctx.strokeStyle = isFailed ? theme.danger : theme.line;
  ctx.lineWidth = Math.max(1, font / 12);
  ctx.strokeRect(x + 0.5, y + 0.5, width - 1, height - 1);
  const centre = y + height / 2;
  if (isTurned) {
    if (isFailed) crossIcon(ctx, middle, centre);
    return;
  }
  const face = `400 ${font}px ${theme.fontFamily}`;
  const said = state === 'done' || picture === 'broken' ? words.broken : words.states[state];
  const lines = wrapText(ctx, said, width - font, 3, face);
  ctx.font = face;
  ctx.fillStyle = isFailed ? theme.ink : theme.muted;
  ctx.textAlign = 'center';
  paintLines(ctx, lines, middle, centre - (lines.length * line) / 2, line);
  ctx.textAlign = 'left';
}
