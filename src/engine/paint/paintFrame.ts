import type { Size } from '../geometry/camera';
import type { CardState, PaintEnvironment } from './PaintEnvironment';
import type { Painter2D } from './Painter2D';
import type { PaintTheme } from './PaintTheme';

/** look.md, 'Tokens': the radius of a card. */
export const CARD_RADIUS = 10;
/** Below, a hairline is thinner than half a device pixel and only costs time. */
const HAIRLINE_FROM_SCALE = 0.6;
const DROP_RING = 2;
const DROP_TINT = 0.1;

/** The sheet of a card with its hairline. */
export function paintFrame(ctx: Painter2D, size: Size, state: CardState, environment: PaintEnvironment): void {
  const { theme, scale } = environment;
  const line = state.isDropTarget ? DROP_RING : 1;
  ctx.beginPath();
  ctx.roundRect(line / 2, line / 2, size.width - line, size.height - line, CARD_RADIUS - line / 2);
  fillSheet(ctx, state, theme, DROP_TINT);
  if (scale < HAIRLINE_FROM_SCALE && !state.isDropTarget && !state.isHovered) return;
  ctx.strokeStyle = state.isDropTarget ? theme.textPipe : state.isHovered ? theme.faint : theme.line;
  ctx.lineWidth = line;
  ctx.stroke();
}

/** Fills the path as a card's sheet; a category that may take the dragged item turns blue, by a share of `tint`. */
export function fillSheet(ctx: Painter2D, state: CardState, theme: PaintTheme, tint: number): void {
  ctx.fillStyle = theme.surface;
  ctx.fill();
  if (!state.isDropTarget) return;
  ctx.globalAlpha = tint;
  ctx.fillStyle = theme.textPipe;
  ctx.fill();
  ctx.globalAlpha = 1;
}
