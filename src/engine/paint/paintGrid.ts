import type { Box } from '../geometry/box';
import type { Size } from '../geometry/camera';
import type { PaintEnvironment } from './PaintEnvironment';
import type { Painter2D } from './Painter2D';

/** product.md section 9: the snap grid; world pixels. */
const GRID = 15;
/** Dots nearer together than this many device pixels make the floor a grey haze. */
const MIN_STEP_DEVICE = 12;
const MAX_DOTS = 6_000;
const DOT = 2;
const MAX_DOT_DEVICE = 4;

/** Distance of the dots: the grid, doubled until they stand far enough apart and are few enough. `stage` in screen pixels. */
export function gridStep(stage: Size, scale: number, pixelRatio: number): number {
  const area = stage.width * stage.height * pixelRatio * pixelRatio;
  let step = GRID;
  while (step * scale < MIN_STEP_DEVICE || area / (step * scale) ** 2 > MAX_DOTS) step *= 2;
  return step;
}

/** The dots of the grid, `step` apart, over a part of the world. The caller has set the camera's transform. */
export function paintGrid(ctx: Painter2D, visible: Box, step: number, environment: PaintEnvironment): void {
  const { scale, theme } = environment;
  const size = Math.min(MAX_DOT_DEVICE, Math.max(1, DOT * scale)) / scale;
  const left = Math.ceil((visible.x - size) / step) * step - size / 2;
  const top = Math.ceil((visible.y - size) / step) * step - size / 2;
  // Counted, not added up: far out a step is less than a number can tell, and adding it would never end.
  const columns = Math.floor((visible.x + visible.width + size - left) / step);
  const rows = Math.floor((visible.y + visible.height + size - top) / step);
  ctx.fillStyle = theme.line;
  // A path for each row: a third of the cost of single rectangles, and of one path for them all.
  for (let row = 0; row <= rows; row++) {
    ctx.beginPath();
    for (let column = 0; column <= columns; column++) ctx.rect(left + column * step, top + row * step, size, size);
    ctx.fill();
  }
}
