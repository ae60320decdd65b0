import type { FlowEdge } from '../document/FlowEdge';
import { centreOfBox, inflate, type Box } from '../geometry/box';
import { distanceToRoute } from '../geometry/edgeRoute';
import type { Scene } from './Scene';

/** How far from a card's middle an edge may run that the card lies on, two steps of the grid; world pixels. */
const REACH = 30;

/** The topmost edge at rest that a dragged card lies on with its middle; null where none is there that is wanted. Costs what lies there. */
export function edgeUnder(scene: Scene, card: Box, isWanted: (edge: FlowEdge) => boolean): FlowEdge | null {
  const middle = centreOfBox(card);
  const near = scene.restingEdgesIn(inflate({ ...middle, width: 0, height: 0 }, REACH));
  return near.findLast((edge) => isWanted(edge) && distanceToRoute(scene.routeOf(edge), middle) <= REACH) ?? null;
}
