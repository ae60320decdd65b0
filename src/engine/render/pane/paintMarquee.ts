import type { Box } from '../../geometry/box';
import type { PaintEnvironment } from '../card/PaintEnvironment';
import type { Painter2D } from '../shapes/Painter2D';

const TINT = 0.1;

/** The box of a brush selection in world coordinates; its outline is one CSS pixel at any zoom. */
export function paintMarquee(ctx: Painter2D, box: Box, environment: PaintEnvironment, zoom: number): void {
  const { theme } = environment;
  ctx.globalAlpha = TINT;
  ctx.fillStyle = theme.focus;
  ctx.fillRect(box.x, box.y, box.width, box.height);
  ctx.globalAlpha = 1;
  ctx.strokeStyle = theme.focus;
  ctx.lineWidth = 1 / zoom;
  ctx.strokeRect(box.x, box.y, box.width, box.height);
}
