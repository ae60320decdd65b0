import type { Size } from '../geometry/camera';
import type { CardState } from './PaintEnvironment';
import type { Painter2D } from './Painter2D';
import type { PaintTheme } from './PaintTheme';

/** look.md, 'Tokens': the radius of a card. */
export const CARD_RADIUS = 10;
const DROP_RING = 2;
const DROP_TINT = 0.1;

/** The sheet of a card with its hairline; a category that may take the dragged item turns blue. */
export function paintFrame(ctx: Painter2D, size: Size, state: CardState, theme: PaintTheme): void {
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
  ctx.strokeStyle = state.isDropTarget ? theme.textPipe : state.isHovered ? theme.faint : theme.line;
  ctx.lineWidth = line;
  ctx.stroke();
}
