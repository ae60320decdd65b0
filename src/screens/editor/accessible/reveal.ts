import type { Box, Viewport } from '../../../engine';

/** Screen pixels left free around what was walked to. */
const MARGIN = 24;

/** How far a span must move to lie inside [MARGIN, room - MARGIN]; a span that is too long shows its beginning. */
function shift(start: number, length: number, room: number): number {
  if (start < MARGIN || length > room - 2 * MARGIN) return MARGIN - start;
  return Math.min(0, room - MARGIN - (start + length));
}

/** Moves the view as little as it takes to show the box. */
export function reveal(viewport: Viewport, box: Box): void {
  const { camera, size } = viewport;
  if (size.width === 0) return;
  const { x, y } = viewport.toScreen(box);
  viewport.panBy({
    x: shift(x, box.width * camera.zoom, size.width),
    y: shift(y, box.height * camera.zoom, size.height),
  });
}
