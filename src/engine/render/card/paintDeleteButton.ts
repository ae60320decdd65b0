import type { Vector } from '../../geometry/vector';
import type { PaintEnvironment } from './PaintEnvironment';
import type { Painter2D } from '../shapes/Painter2D';

/** Parts of the button's radius. */
const RIM_SHARE = 1 / 6;
const ARM_SHARE = 1 / 3;

/** The round red close button of a selected node or edge, in the units of the transform that the caller has set. */
export function paintDeleteButton(ctx: Painter2D, centre: Vector, radius: number, environment: PaintEnvironment): void {
  const { theme } = environment;
  const rim = radius * RIM_SHARE;
  const arm = radius * ARM_SHARE;
  ctx.beginPath();
  ctx.arc(centre.x, centre.y, radius, 0, 2 * Math.PI);
  ctx.strokeStyle = theme.surface;
  ctx.lineWidth = 2 * rim;
  ctx.stroke();
  ctx.fillStyle = theme.danger;
  ctx.fill();
  ctx.beginPath();
  ctx.moveTo(centre.x - arm, centre.y - arm);
  ctx.lineTo(centre.x + arm, centre.y + arm);
  ctx.moveTo(centre.x + arm, centre.y - arm);
  ctx.lineTo(centre.x - arm, centre.y + arm);
  ctx.lineWidth = rim;
  ctx.lineCap = 'round';
  ctx.stroke();
}
