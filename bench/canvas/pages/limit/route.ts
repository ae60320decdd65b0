const STUB = 24;
export const CORNER = 5;
export const HALF_WIDTH = 8;

/** Adds a pipe of right angles with round corners to the current path. */
export function traceEdge(ctx: CanvasRenderingContext2D, x1: number, y1: number, x2: number, y2: number): void {
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
  const outer = Math.min(CORNER, Math.abs(middle - y1) / 2);
  const inner = Math.min(outer, Math.abs(right - left) / 2);
  ctx.arcTo(right, y1, right, middle, outer);
  ctx.arcTo(right, middle, left, middle, inner);
  ctx.arcTo(left, middle, left, y2, inner);
  ctx.arcTo(left, y2, x2, y2, outer);
  ctx.lineTo(x2, y2);
}

/** The corners of a pipe, its ends included: x, y, x, y ... */
export function cornersOf(x1: number, y1: number, x2: number, y2: number): number[] {
  if (y1 === y2 && x2 >= x1) return [x1, y1, x2, y2];
  const middle = (x1 + x2) / 2;
  if (x2 - x1 >= 2 * STUB) return [x1, y1, middle, y1, middle, y2, x2, y2];
  const half = (y1 + y2) / 2;
  return [x1, y1, x1 + STUB, y1, x1 + STUB, half, x2 - STUB, half, x2 - STUB, y2, x2, y2];
}

/** The way along a pipe from one end to the other. */
export function lengthOf(x1: number, y1: number, x2: number, y2: number): number {
  const across = Math.abs(y2 - y1);
  if (x2 - x1 >= 2 * STUB || (y1 === y2 && x2 >= x1)) return x2 - x1 + across;
  return 2 * STUB + Math.abs(x2 - x1 - 2 * STUB) + across;
}

/** x, y, width and height of the box of a pipe. */
export function routeBox(x1: number, y1: number, x2: number, y2: number): [number, number, number, number] {
  const turnsBack = !(y1 === y2 && x2 >= x1) && x2 - x1 < 2 * STUB;
  const left = turnsBack ? Math.min(x1, x2 - STUB) : x1;
  const right = turnsBack ? Math.max(x1 + STUB, x2) : x2;
  const top = Math.min(y1, y2);
  const bottom = Math.max(y1, y2);
  return [left - HALF_WIDTH, top - HALF_WIDTH, right - left + 2 * HALF_WIDTH, bottom - top + 2 * HALF_WIDTH];
}

/** The same pipe where cards are flat: bars on whole device pixels, which cost a fraction of strokes. */
export function fillPipe(
  ctx: CanvasRenderingContext2D,
  x1: number,
  y1: number,
  x2: number,
  y2: number,
  zoom: number,
): void {
  const width = Math.max(1, Math.round(2 * HALF_WIDTH * zoom)) / zoom;
  const half = Math.round((width / 2) * zoom) / zoom;
  if (y1 === y2 && x2 >= x1) {
    fillBar(ctx, x1, y1, x2, y2, zoom, width, half);
    return;
  }
  if (x2 - x1 >= 2 * STUB) {
    const middle = (x1 + x2) / 2;
    fillBar(ctx, x1, y1, middle, y1, zoom, width, half);
    fillBar(ctx, middle, Math.min(y1, y2), middle, Math.max(y1, y2), zoom, width, half);
    fillBar(ctx, middle, y2, x2, y2, zoom, width, half);
    return;
  }
  const right = x1 + STUB;
  const left = x2 - STUB;
  const middle = (y1 + y2) / 2;
  fillBar(ctx, x1, y1, right, y1, zoom, width, half);
  fillBar(ctx, right, Math.min(y1, middle), right, Math.max(y1, middle), zoom, width, half);
  fillBar(ctx, Math.min(left, right), middle, Math.max(left, right), middle, zoom, width, half);
  fillBar(ctx, left, Math.min(middle, y2), left, Math.max(middle, y2), zoom, width, half);
  fillBar(ctx, left, y2, x2, y2, zoom, width, half);
}

function fillBar(
  ctx: CanvasRenderingContext2D,
  x1: number,
  y1: number,
  x2: number,
  y2: number,
  zoom: number,
  width: number,
  half: number,
): void {
  const left = Math.round(x1 * zoom) / zoom;
  const top = Math.round(y1 * zoom) / zoom;
  ctx.fillRect(
    left - half,
    top - half,
    Math.round(x2 * zoom) / zoom - left + width,
    Math.round(y2 * zoom) / zoom - top + width,
  );
}
