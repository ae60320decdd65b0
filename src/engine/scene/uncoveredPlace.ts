import { contains, intersects } from '../geometry/box';
import type { Size } from '../geometry/viewport';
import { SNAP_GRID, type Vector } from '../geometry/vector';
import type { View } from '../geometry/View';

/** Gap between the cover and a card that lands beside it; screen pixels. */
const GAP = 16;

/** Moves a point to the grid line at its left or above it: rounded, the card might come to lie under the cover again. */
const onGrid = ({ x, y }: Vector): Vector => ({
  x: Math.floor(x / SNAP_GRID) * SNAP_GRID,
  y: Math.floor(y / SNAP_GRID) * SNAP_GRID,
});

/**
 * Position of a card that is dropped on a thing that covers part of the stage (see `View.coverBy`): beside that thing, on the stage, where
 * the card is visible; its corner in world pixels, on the grid. Null for a point that is not over it.
 */
export function uncoveredPlace(view: View, screen: Vector, size: Size): Vector | null {
  const covered = view.covered;
  if (!covered || !contains(covered, screen)) return null;
  const { zoom } = view.viewport;
  const stage = view.size;
  const width = size.width * zoom;
  const height = size.height * zoom;
  const left = covered.x - GAP - width;
  if (left >= 0) return onGrid(view.toWorld({ x: left, y: Math.min(screen.y, stage.height - GAP - height) }));
  // A narrow stage has no room to its left.
  const x = Math.max(0, Math.min(screen.x, stage.width - GAP - width));
  return onGrid(view.toWorld({ x, y: covered.y - GAP - height }));
}

/** Like uncoveredPlace, but also where only a part of the size would lie under it: above it, or else to its left. */
export function uncoveredRowPlace(view: View, screen: Vector, row: Size): Vector | null {
  const beside = uncoveredPlace(view, screen, row);
  const covered = view.covered;
  if (beside || !covered) return beside;
  const { zoom } = view.viewport;
  const width = row.width * zoom;
  const height = row.height * zoom;
  if (!intersects({ ...screen, width, height }, covered)) return null;
  const above = covered.y - GAP - height;
  const place = above < 0 ? { x: covered.x - GAP - width, y: screen.y } : { x: screen.x, y: above };
  return onGrid(view.toWorld(place));
}
