import type { Size } from '../../geometry/viewport';
import { CARD_RADIUS } from './paintFrame';
import type { PaintEnvironment } from './PaintEnvironment';
import type { Painter2D } from '../shapes/Painter2D';

const RING = 2;

/** The ink ring just outside a selected card, in the card's own coordinates; never thinner than two device pixels. */
export function paintSelectionRing(ctx: Painter2D, size: Size, environment: PaintEnvironment): void {
  const width = Math.max(RING, RING / environment.scale);
  const radius = environment.detail === 'low' ? 0 : CARD_RADIUS + width / 2;
  ctx.beginPath();
  ctx.roundRect(-width / 2, -width / 2, size.width + width, size.height + width, radius);
  ctx.strokeStyle = environment.theme.ink;
  ctx.lineWidth = width;
  ctx.stroke();
}
