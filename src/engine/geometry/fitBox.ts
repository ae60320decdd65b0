import { centreOfBox, type Box } from './box';
import type { Vector } from './vector';
import { clampZoom, type Size, type Viewport } from './viewport';

/** Shows a point of the world in the middle of a stage or a picture of this size. */
export const centredOn = ({ x, y }: Vector, { width, height }: Size, zoom: number): Viewport => ({
  x: width / 2 - x * zoom,
  y: height / 2 - y * zoom,
  zoom,
});

/** Shows the whole box in this part of the stage with `padding` screen pixels around it, never nearer than 1, and no farther than a stage goes. */
export function fitBox(box: Box, part: Box, padding: number): Viewport {
  const zoomX = (part.width - 2 * padding) / Math.max(box.width, 1);
  const zoomY = (part.height - 2 * padding) / Math.max(box.height, 1);
  const { x, y, zoom } = centredOn(centreOfBox(box), part, clampZoom(Math.min(zoomX, zoomY, 1)));
  return { x: x + part.x, y: y + part.y, zoom };
}
