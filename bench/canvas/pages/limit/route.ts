const STUB = 24;
const CORNER = 5;
const HALF_WIDTH = 8;

/** Adds a pipe of right angles with round corners to the current path. */
export function tracePipe(ctx: CanvasRenderingContext2D, x1: number, y1: number, x2: number, y2: number): void {
  ctx.moveTo(x1, y1);
  if (y1 === y2 && x2 >= x1) {
    ctx.lineTo(x2, y2);
    return;
  }
  if (x2 - x1 >= 2 * STUB) {
    const middle = (x1 + x2) / 2;
    const radius = Math.min(CORNER, (middle - x1) / 2, Math.abs(y2 - y1) / 2);
    ctx.arcTo(middle, y1, middle, y2, radius);
    ctx.arcTo(middle, y2, x2, y2, radius);
    ctx.lineTo(x2, y2);
    return;
  }
  const right = x1 + STUB;
  const left = x2 - STUB;
  const middle = (y1 + y2) / 2;
  const radius = Math.min(CORNER, Math.abs(middle - y1) / 2, Math.abs(right - left) / 2);
  ctx.arcTo(right, y1, right, middle, radius);
  ctx.arcTo(right, middle, left, middle, radius);
  ctx.arcTo(left, middle, left, y2, radius);
  ctx.arcTo(left, y2, x2, y2, radius);
  ctx.lineTo(x2, y2);
}

/** x, y, width and height of what a pipe covers. */
export function routeBox(x1: number, y1: number, x2: number, y2: number): [number, number, number, number] {
  const turnsBack = !(y1 === y2 && x2 >= x1) && x2 - x1 < 2 * STUB;
  const left = turnsBack ? Math.min(x1, x2 - STUB) : x1;
  const right = turnsBack ? Math.max(x1 + STUB, x2) : x2;
  const top = Math.min(y1, y2);
  const bottom = Math.max(y1, y2);
  return [left - HALF_WIDTH, top - HALF_WIDTH, right - left + 2 * HALF_WIDTH, bottom - top + 2 * HALF_WIDTH];
}

/** The same pipe where its corners are smaller than a pixel: rectangles, which cost half of a stroke. */
export function fillPipe(ctx: CanvasRenderingContext2D, x1: number, y1: number, x2: number, y2: number): void {
  if (y1 === y2 && x2 >= x1) {
    ctx.fillRect(x1, y1 - HALF_WIDTH, x2 - x1, 2 * HALF_WIDTH);
    return;
  }
  if (x2 - x1 >= 2 * STUB) {
    const middle = (x1 + x2) / 2;
    ctx.fillRect(x1, y1 - HALF_WIDTH, middle - x1, 2 * HALF_WIDTH);
    fillUpright(ctx, middle, y1, y2);
    ctx.fillRect(middle, y2 - HALF_WIDTH, x2 - middle, 2 * HALF_WIDTH);
    return;
  }
  const right = x1 + STUB;
  const left = x2 - STUB;
  const middle = (y1 + y2) / 2;
  ctx.fillRect(x1, y1 - HALF_WIDTH, STUB, 2 * HALF_WIDTH);
  fillUpright(ctx, right, y1, middle);
  ctx.fillRect(Math.min(left, right), middle - HALF_WIDTH, Math.abs(right - left), 2 * HALF_WIDTH);
  fillUpright(ctx, left, middle, y2);
  ctx.fillRect(left, y2 - HALF_WIDTH, STUB, 2 * HALF_WIDTH);
}

function fillUpright(ctx: CanvasRenderingContext2D, x: number, y1: number, y2: number): void {
  ctx.fillRect(x - HALF_WIDTH, Math.min(y1, y2) - HALF_WIDTH, 2 * HALF_WIDTH, Math.abs(y2 - y1) + 2 * HALF_WIDTH);
}
