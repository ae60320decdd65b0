import type { Size } from '../../geometry/viewport';
import type { CardState, PaintEnvironment } from './PaintEnvironment';
import type { Painter2D } from '../shapes/Painter2D';

/** The radius of a card. */
export const CARD_RADIUS = 10;
/** Below, a hairline is thinner than half a device pixel and only costs time. */
const HAIRLINE_FROM_SCALE = 0.6;
const FAILED_LINE = 2;

/** The surface of a card with its hairline. */
export function paintCardSurface(ctx: Painter2D, size: Size, state: CardState, environment: PaintEnvironment): void {
  const { theme, scale } = environment;
  ctx.beginPath();
  ctx.roundRect(0.5, 0.5, size.width - 1, size.height - 1, CARD_RADIUS - 0.5);
  ctx.fillStyle = theme.surface;
  ctx.fill();
  if (scale < HAIRLINE_FROM_SCALE && !state.isHovered) return;
  ctx.strokeStyle = state.isHovered ? theme.faint : theme.line;
  ctx.lineWidth = 1;
  ctx.stroke();
}

/** A failed run is visible from afar: a red border over the card's content, never thinner than two device pixels. */
export function paintFailedBorder(ctx: Painter2D, size: Size, { theme, scale, detail }: PaintEnvironment): void {
  const line = Math.max(FAILED_LINE, FAILED_LINE / scale);
  ctx.beginPath();
  ctx.roundRect(line / 2, line / 2, size.width - line, size.height - line, detail === 'low' ? 0 : CARD_RADIUS - 1);
  ctx.strokeStyle = theme.danger;
  ctx.lineWidth = line;
  ctx.stroke();
}
