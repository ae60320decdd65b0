import type { Size } from '../geometry/camera';
import type { CardState, PaintEnvironment } from './PaintEnvironment';
import type { Painter2D } from './Painter2D';

/** look.md, 'Tokens': the radius of a card. */
export const CARD_RADIUS = 10;
/** Below, a hairline is thinner than half a device pixel and only costs time. */
const HAIRLINE_FROM_SCALE = 0.6;
const DROP_RING = 2;
const DROP_TINT = 0.1;

/** The sheet of a card with its hairline; a category that may take the dragged item turns blue. */
export function paintFrame(ctx: Painter2D, size: Size, state: CardState, environment: PaintEnvironment): void {
  const { theme, scale } = environment;
  const line = state.isDropTarget ? DROP_RING : 1;
  ctx.beginPath();
  ctx.roundRect(line / 2, line / 2, size.width - line, size.height - line, CARD_RADIUS - line / 2);
  ctx.fillStyle = theme.surface;
  ctx.fill();
  if (state.isDropTarget) {
    ctx.globalAlpha = DROP_TINT;
    ctx.fillStyle = theme.textPipe;
    ctx.fill();
    ctx.globalAlpha = 1;
  }
  if (scale < HAIRLINE_FROM_SCALE && !state.isDropTarget && !state.isHovered) return;
  ctx.strokeStyle = state.isDropTarget ? theme.textPipe : state.isHovered ? theme.faint : theme.line;
  ctx.lineWidth = line;
  ctx.stroke();
}
