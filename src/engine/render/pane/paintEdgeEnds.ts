import type { Vector } from '../../geometry/vector';
import type { PaintEnvironment } from '../card/PaintEnvironment';
import type { Painter2D } from '../shapes/Painter2D';

/** Screen pixels; the ring's line. */
const LINE = 2;

/** A ring around each end of a selected edge: there it can be taken and led elsewhere. Radius and zoom in world terms. */
export function paintEdgeEnds(
  ctx: Painter2D,
  ends: readonly Vector[],
  radius: number,
  zoom: number,
  { theme }: PaintEnvironment,
): void {
  ctx.strokeStyle = theme.ink;
  ctx.lineWidth = LINE / zoom;
  for (const { x, y } of ends) {
    ctx.beginPath();
    ctx.arc(x, y, radius, 0, 2 * Math.PI);
    ctx.stroke();
  }
}
