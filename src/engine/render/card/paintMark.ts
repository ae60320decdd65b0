import type { Size } from '../../geometry/viewport';
import type { Painter2D } from '../shapes/Painter2D';
import type { PaintEnvironment } from './PaintEnvironment';
import { CARD_RADIUS } from './paintFrame';

const BAND = 5;
/** Device pixels: a mark is still seen where a card is a dot. */
const BAND_DEVICE = 2;

/** The broad band around a card that a search has found; the ring of the selection lies over its inner edge. */
export function paintMark(ctx: Painter2D, size: Size, { theme, scale, detail }: PaintEnvironment): void {
  const band = Math.max(BAND, BAND_DEVICE / scale);
  const radius = detail === 'low' ? 0 : CARD_RADIUS + band / 2;
  ctx.beginPath();
  ctx.roundRect(-band / 2, -band / 2, size.width + band, size.height + band, radius);
  ctx.strokeStyle = theme.imageEdge;
  ctx.lineWidth = band;
  ctx.stroke();
}
