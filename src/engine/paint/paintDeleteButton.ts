import type { Vector } from '../geometry/vector';
import type { PaintEnvironment } from './PaintEnvironment';
import type { Painter2D } from './Painter2D';

/** Radius of the round red close button. */
const DELETE_BUTTON_RADIUS = 12;
const RIM = 2;
const ARM = 4;

/** The round red close button of a selected node or pipe, in the units of the transform that the caller has set. */
export function paintDeleteButton(ctx: Painter2D, centre: Vector, environment: PaintEnvironment): void {
  const { theme } = environment;
  ctx.beginPath();
  ctx.arc(centre.x, centre.y, DELETE_BUTTON_RADIUS, 0, 2 * Math.PI);
  ctx.strokeStyle = theme.surface;
  ctx.lineWidth = 2 * RIM;
  ctx.stroke();
  ctx.fillStyle = theme.danger;
  ctx.fill();
  ctx.beginPath();
  ctx.moveTo(centre.x - ARM, centre.y - ARM);
  ctx.lineTo(centre.x + ARM, centre.y + ARM);
  ctx.moveTo(centre.x + ARM, centre.y - ARM);
  ctx.lineTo(centre.x - ARM, centre.y + ARM);
  ctx.lineWidth = 2;
  ctx.lineCap = 'round';
  ctx.stroke();
}
