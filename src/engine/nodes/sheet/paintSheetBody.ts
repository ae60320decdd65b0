import type { Box } from '../../geometry/box';
import type { BodyPainter, MediumBodyPainter } from '../../render/card/BodyPainter';
import { MEDIUM_MARGIN } from '../../render/card/mediumBodies';
import type { CellTable, TableCell } from '../viewState';
import type { PaintEnvironment } from '../../render/card/PaintEnvironment';
import { paintPicture } from '../../render/card/paintPicture';
import { ON_FILL } from '../../render/card/paintThemes';
import { paintWell } from '../../render/card/paintWell';
import { clockIcon, crossIcon } from '../../render/shapes/icons';
import type { Painter2D } from '../../render/shapes/Painter2D';
import { fontsOf } from '../../render/text/fonts';
import { clipText } from '../../render/text/wrapText';
import { cellBox, cellsIn, placesIn, cellPositions, type CellPositions } from './cellPositions';

/** Narrower cells are blocks of colour; device pixels. */
const PICTURE_FROM = 20;
/** Smaller cells have no sign, and narrower columns no words; world pixels. */
const SIGN_FROM = 22;
const WORDS_FROM = 30;
const LINE = 13;
const PADDING = 6;

/**
 * The words of rows and columns, and each cell that is on screen: its picture, or how far it is. Where nothing is known of cells, as in
 * a thumbnail, a few squares.
 */
export const paintSheetBody: BodyPainter = (ctx, node, { body }, { visible }, environment) => {
  const { theme, words, cells } = environment;
  paintWell(ctx, body, null, theme);
  if (!cells) {
    ctx.globalAlpha = FAINT_ALPHA;
    ctx.fillStyle = theme.faint;
    paintSquares(ctx, body);
    ctx.globalAlpha = 1;
    return;
  }
  const table = cells.tableOf(node.id);
  if (table === null) {
    const font = fontsOf(theme).small;
    ctx.font = font;
    ctx.fillStyle = theme.muted;
    ctx.textAlign = 'center';
    const text = clipText(ctx, words.sheetEmpty, body.width - 4 * PADDING, font);
    ctx.fillText(text, body.x + body.width / 2, body.y + body.height / 2);
    ctx.textAlign = 'left';
    return;
  }
  const { rows, columns } = table;
  const grid = cellPositions(body, rows.length, columns.length);
  paintHeads(ctx, table, grid, { body, seen: visible ?? body }, environment);
  for (const [row, column] of cellsIn(grid, rows.length, columns.length, visible))
    paintCell(ctx, table.cellAt(row, column), cellBox(grid, row, column), environment);
};

function paintHeads(
  ctx: Painter2D,
  { rows, columns }: CellTable,
  { cells, width, height }: CellPositions,
  { body, seen }: { readonly body: Box; readonly seen: Box },
  { theme }: PaintEnvironment,
): void {
  const { small } = fontsOf(theme);
  ctx.fillStyle = theme.muted;
  if (height >= LINE) {
    for (const row of placesIn([cells.y, height, rows.length], seen.y, seen.y + seen.height)) {
      const text = clipText(ctx, rows[row] ?? '', cells.x - body.x - 2 * PADDING, small);
      ctx.font = small;
      ctx.fillText(text, body.x + PADDING + 2, cells.y + (row + 0.5) * height);
    }
  }
  if (width < WORDS_FROM) return;
  ctx.textAlign = 'center';
  for (const column of placesIn([cells.x, width, columns.length], seen.x, seen.x + seen.width)) {
    const text = clipText(ctx, columns[column] ?? '', width - PADDING, small);
    ctx.font = small;
    ctx.fillText(text, cells.x + (column + 0.5) * width, (body.y + cells.y) / 2);
  }
  ctx.textAlign = 'left';
}

function paintCell(ctx: Painter2D, { state, url, isChosen }: TableCell, box: Box, environment: PaintEnvironment): void {
  const { theme, scale } = environment;
  const gap = Math.min(1.5, box.width / 8, box.height / 8);
  const [x, y] = [box.x + gap, box.y + gap];
  const [width, height] = [box.width - 2 * gap, box.height - 2 * gap];
  const isLarge = Math.min(width, height) * scale >= PICTURE_FROM;
  const isPainted =
    url !== null && isLarge && paintPicture(ctx, url, { x, y, width, height }, environment) === 'painted';
  if (state === 'empty' && !isPainted) {
    ctx.globalAlpha = FAINT_ALPHA;
    ctx.strokeStyle = theme.faint;
    ctx.lineWidth = 1;
    ctx.strokeRect(x + 0.5, y + 0.5, width - 1, height - 1);
    ctx.globalAlpha = 1;
  } else if (!isPainted || state !== 'done') {
    const colour = state === 'done' && isLarge ? 'faint' : STATE_COLOURS[state];
    ctx.globalAlpha = isPainted ? VEIL : colour === 'faint' ? FAINT_ALPHA : 1;
    ctx.fillStyle = theme[colour];
    ctx.fillRect(x, y, width, height);
    ctx.globalAlpha = 1;
  }
  if (Math.min(width, height) >= SIGN_FROM && (state === 'failed' || state === 'waiting')) {
    ctx.strokeStyle = state === 'failed' ? ON_FILL : theme.muted;
    const sign = state === 'failed' ? crossIcon : clockIcon;
    sign(ctx, x + width / 2, y + height / 2);
  }
  if (isChosen) {
    ctx.strokeStyle = theme.ink;
    ctx.lineWidth = 2;
    ctx.strokeRect(x, y, width, height);
  }
}

/** The colour of a cell that shows no picture. The picture of a cell that is done is on its way, where the cell is large enough for it. */
const STATE_COLOURS = {
  done: 'imageEdge',
  running: 'textEdge',
  failed: 'danger',
  waiting: 'faint',
  empty: 'faint',
} as const;

/** Opacity of the faint colour: the theme's lines cannot be seen on the well of a dark card. */
const FAINT_ALPHA = 0.6;

/** Opacity of the veil over a cell that runs again; the picture under it can still be recognised. */
const VEIL = 0.7;

const COLUMNS = 4;
const ROWS = 3;
const GAP = 12;

/** A few squares: here is a table. */
export const paintMediumSheet: MediumBodyPainter = (ctx, { body }) => paintSquares(ctx, body);

function paintSquares(ctx: Painter2D, body: Box): void {
  const width = (body.width - 2 * MEDIUM_MARGIN - (COLUMNS - 1) * GAP) / COLUMNS;
  const height = (body.height - 2 * MEDIUM_MARGIN - (ROWS - 1) * GAP) / ROWS;
  for (let row = 0; row < ROWS; row += 1) {
    for (let column = 0; column < COLUMNS; column += 1) {
      const [x, y] = [MEDIUM_MARGIN + column * (width + GAP), MEDIUM_MARGIN + row * (height + GAP)];
      ctx.fillRect(body.x + x, body.y + y, width, height);
    }
  }
}
