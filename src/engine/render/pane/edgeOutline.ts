import { EDGE_CORNER_RADIUS, EDGE_WIDTH } from '../../geometry/edgeRoute';
import type { Vector } from '../../geometry/vector';
import type { Painter2D } from '../shapes/Painter2D';

/** Width of the line in an edge; world pixels. */
export const CORE_WIDTH = 4;

/** Rounds to whole device pixels: things that meet there leave no seam. */
export const onDevice = (world: number, scale: number): number => Math.round(world * scale) / scale;

/** An edge through the corners of its route, as the context's current path. */
export function traceEdge(ctx: Painter2D, route: readonly Vector[]): void {
  ctx.beginPath();
  let previous: Vector | undefined;
  for (const [index, corner] of route.entries()) {
    const next = route[index + 1];
    if (!previous) ctx.moveTo(corner.x, corner.y);
    else if (!next) ctx.lineTo(corner.x, corner.y);
    else {
      // A step lower than two radii turns in the room it has; arcTo would overshoot it.
      const before = Math.abs(corner.x - previous.x) + Math.abs(corner.y - previous.y);
      const after = Math.abs(next.x - corner.x) + Math.abs(next.y - corner.y);
      ctx.arcTo(corner.x, corner.y, next.x, next.y, Math.min(EDGE_CORNER_RADIUS, before / 2, after / 2));
    }
    previous = corner;
  }
}

/** How wide the bars of an edge are, in world pixels: whole ones of the device, and one at least. */
export const barWidth = (scale: number): number => Math.max(1, Math.round(EDGE_WIDTH * scale)) / scale;

/**
 * The edge as upright and level bars on whole device pixels: far out the roundness of its corners is hardly a pixel, and soft
 * edges would cost the most of a frame. With `isOne` they are filled as one shape, so that a faint colour is the same where two meet.
 */
export function fillBars(ctx: Painter2D, route: readonly Vector[], scale: number, isOne = false): void {
  const width = barWidth(scale);
  const half = onDevice(width / 2, scale);
  if (isOne) ctx.beginPath();
  let previous: Vector | undefined;
  for (const corner of route) {
    if (previous) {
      const left = onDevice(Math.min(previous.x, corner.x), scale) - half;
      const top = onDevice(Math.min(previous.y, corner.y), scale) - half;
      const right = onDevice(Math.max(previous.x, corner.x), scale) - half;
      const bottom = onDevice(Math.max(previous.y, corner.y), scale) - half;
      // Each bar fills the corner it begins and the one it ends.
      if (isOne) ctx.rect(left, top, right - left + width, bottom - top + width);
      else ctx.fillRect(left, top, right - left + width, bottom - top + width);
    }
    previous = corner;
  }
  if (isOne) ctx.fill();
}
