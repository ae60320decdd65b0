import type { Box } from '../../geometry/box';
import type { Size } from '../../geometry/viewport';
import { CARD_RADIUS } from './paintCardSurface';
import type { Drawing } from '../shapes/drawings';
import type { Painter2D } from '../shapes/Painter2D';
import type { PaintTheme } from './PaintTheme';

const BOTTOM_CORNERS = [0, 0, CARD_RADIUS, CARD_RADIUS];
const INNER_BOTTOM_CORNERS = [0, 0, CARD_RADIUS - 1, CARD_RADIUS - 1];

/** A body's shape, edge to edge under the header with the card's lower corners, as the current path. */
export function traceBody(ctx: Painter2D, body: Box): void {
  ctx.beginPath();
  ctx.roundRect(body.x, body.y, body.width, body.height, BOTTOM_CORNERS);
}

/** A card's whole shape: the clip of a picture that fills its body, cheaper than the body's with its uneven corners. */
export function traceCard(ctx: Painter2D, size: Size): void {
  ctx.beginPath();
  ctx.roundRect(0, 0, size.width, size.height, CARD_RADIUS);
}

/** A body's shape inside the card's hairline, as the current path. */
export function traceWell(ctx: Painter2D, body: Box): void {
  ctx.beginPath();
  ctx.roundRect(body.x + 1, body.y, body.width - 2, body.height - 1, INNER_BOTTOM_CORNERS);
}

/** A sunken body inside the card's hairline, with the faint drawing of its future content. */
export function paintWell(ctx: Painter2D, body: Box, drawing: Drawing | null, theme: PaintTheme): void {
  traceWell(ctx, body);
  ctx.fillStyle = theme.raised;
  ctx.fill();
  if (!drawing) return;
  ctx.save();
  ctx.clip();
  drawing(ctx, body, theme);
  ctx.restore();
}
