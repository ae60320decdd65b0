import type { Box } from '../../geometry/box';
import type { CardLayout } from '../../nodes/cardLayout';
import type { Painter2D } from '../shapes/Painter2D';

/** Margin around the content painted at medium detail, from the edges of its card; world pixels. */
export const MEDIUM_MARGIN = 14;
/** Thickness of a bar that represents a line of text; world pixels. */
export const BAR = 10;
const BAR_STEP = 22;
const CHARACTERS_A_LINE = 26;
const LAST_LINE_SHARE = 0.6;
const ROW_ALPHA = 0.6;

function paintBars(ctx: Painter2D, characters: number, box: Box): void {
  const lines = Math.min(Math.ceil(characters / CHARACTERS_A_LINE), Math.floor(box.height / BAR_STEP));
  for (let index = 0; index < lines; index++) {
    const share = index === lines - 1 ? LAST_LINE_SHARE : 1;
    ctx.fillRect(box.x + MEDIUM_MARGIN, box.y + 4 + index * BAR_STEP, (box.width - 2 * MEDIUM_MARGIN) * share, BAR);
  }
}

/** A bar for each line of the text. */
export const paintMediumText = (ctx: Painter2D, { body }: CardLayout, text: string): void => {
  paintBars(ctx, text.length, body);
};

/** A card of one row: its name is where other cards have their header. */
export const paintMediumRow = (ctx: Painter2D, { body, header }: CardLayout, text: string): void => {
  paintBars(ctx, text.length, { ...body, y: header.height, height: BAR_STEP });
};

/** Hills without a curve: a picture will come here. */
export const paintMediumHills = (ctx: Painter2D, { body }: CardLayout): void => {
  const bottom = body.y + body.height - MEDIUM_MARGIN;
  ctx.beginPath();
  ctx.moveTo(body.x + MEDIUM_MARGIN, bottom);
  ctx.lineTo(body.x + body.width * 0.35, body.y + body.height * 0.35);
  ctx.lineTo(body.x + body.width * 0.55, body.y + body.height * 0.68);
  ctx.lineTo(body.x + body.width * 0.7, body.y + body.height * 0.5);
  ctx.lineTo(body.x + body.width - MEDIUM_MARGIN, bottom);
  ctx.fill();
};

export const paintMediumRows = (ctx: Painter2D, { rows }: CardLayout): void => {
  ctx.globalAlpha = ROW_ALPHA;
  for (const { box } of rows) {
    ctx.fillRect(box.x + MEDIUM_MARGIN, box.y + 6, box.width - 2 * MEDIUM_MARGIN, box.height - 12);
  }
  ctx.globalAlpha = 1;
};
