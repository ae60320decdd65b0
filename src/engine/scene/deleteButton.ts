import type { Box } from '../geometry/box';
import { middleOfRoute } from '../geometry/edgeRoute';
import type { Vector } from '../geometry/vector';

/** Radius of the round red close button; world pixels. */
const RADIUS = 12;
/** Smallest radius that a finger or a shaky hand still meets; screen pixels. */
const MIN_SCREEN_RADIUS = 10;
/** Radius of the button of a sole selected thing at a zoom, painted and pressed alike; world pixels. */
export const deleteRadius = (zoom: number): number => Math.max(RADIUS, MIN_SCREEN_RADIUS / zoom);

/** The centre of a selected node's button: its top right corner. An enlarged one moves outwards, off the small card. */
export function deleteButtonOfNode(box: Box, radius: number = RADIUS): Vector {
  const outwards = (radius - RADIUS) * Math.SQRT1_2;
  return { x: box.x + box.width + outwards, y: box.y - outwards };
}

/** The centre of a selected edge's button: half way along the edge. */
export const deleteButtonOfEdge = (route: readonly Vector[]): Vector => middleOfRoute(route);
