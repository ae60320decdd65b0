import type { FlowEdge } from '../document/FlowEdge';
import { inflate } from '../geometry/box';
import { distanceToRoute, EDGE_WIDTH } from '../geometry/edgeRoute';
import type { Vector } from '../geometry/vector';
import type { Scene } from './Scene';

/** The topmost edge at a world point, whatever card lies over it; `slack`: so much wider than it is drawn, world pixels. */
export function edgeAt(scene: Scene, point: Vector, slack: number): FlowEdge | undefined {
  const reach = EDGE_WIDTH / 2 + slack;
  return scene
    .edgesIn(inflate({ ...point, width: 0, height: 0 }, reach))
    .findLast((edge) => distanceToRoute(scene.routeOf(edge), point) <= reach);
}
