import type { Size } from '../../geometry/camera';
import type { CardState, PaintEnvironment } from './PaintEnvironment';
import type { Painter2D } from '../shapes/Painter2D';
import type { PaintTheme } from './PaintTheme';

/** The radius of a card. */
export const CARD_RADIUS = 10;
/** Below, a hairline is thinner than half a device pixel and only costs time. */
const HAIRLINE_FROM_SCALE = 0.6;
const DROP_RING = 2;
const DROP_TINT = 0.1;
const FAILED_LINE = 2;

/** The sheet of a card with its hairline. */
export function paintFrame(ctx: Painter2D, size: Size, state: CardState, environment: PaintEnvironment): void {
  const { theme, scale } = environment;
  const line = state.isDropTarget ? DROP_RING : 1;
  ctx.beginPath();
  ctx.roundRect(line / 2, line / 2, size.width - line, size.height - line, CARD_RADIUS - line / 2);
  fillSheet(ctx, state, theme, DROP_TINT);
  if (scale < HAIRLINE_FROM_SCALE && !state.isDropTarget && !state.isHovered) return;
  ctx.strokeStyle = state.isDropTarget ? theme.textEdge : state.isHovered ? theme.faint : theme.line;
  ctx.lineWidth = line;
  ctx.stroke();
}

/** A failed run is seen from afar: a red border over whatever the card shows, never thinner than two device pixels. */
export function paintFailedBorder(ctx: Painter2D, size: Size, { theme, scale, detail }: PaintEnvironment): void {
  const line = Math.max(FAILED_LINE, FAILED_LINE / scale);
  ctx.beginPath();
  ctx.roundRect(line / 2, line / 2, size.width - line, size.height - line, detail === 'low' ? 0 : CARD_RADIUS - 1);
  ctx.strokeStyle = theme.danger;
  ctx.lineWidth = line;
  ctx.stroke();
}

/** Fills the path as a card's sheet; a category that may take the dragged item turns blue, by a share of `tint`. */
export function fillSheet(ctx: Painter2D, state: CardState, theme: PaintTheme, tint: number): void {
  ctx.fillStyle = theme.surface;
  ctx.fill();
  if (!state.isDropTarget) return;
  ctx.globalAlpha = tint;
  ctx.fillStyle = theme.textEdge;
  ctx.fill();
  ctx.globalAlpha = 1;
}
