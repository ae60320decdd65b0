import { union, type Box } from '../../geometry/box';
import type { Viewport, Size } from '../../geometry/viewport';

/** Free border of the minimap, its own pixels. */
const PADDING = 10;

/**
 * The position of the world on the minimap, as a viewport: `toScreen` gives the minimap's pixels, `toWorld` the place of a
 * press on it. It shows all nodes and the view, so that the view's rectangle never leaves it. `bounds` is null when
 * there are no nodes.
 */
export function minimapTransform(bounds: Box | null, view: Box, size: Size): Viewport {
  const world = union(bounds ? [bounds, view] : [view]) ?? view;
  const zoom = Math.min(
    (size.width - 2 * PADDING) / Math.max(world.width, 1),
    (size.height - 2 * PADDING) / Math.max(world.height, 1),
  );
  return {
    x: size.width / 2 - (world.x + world.width / 2) * zoom,
    y: size.height / 2 - (world.y + world.height / 2) * zoom,
    zoom,
  };
}
