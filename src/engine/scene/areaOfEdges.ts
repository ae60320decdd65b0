import type { Box } from '../geometry/box';
import type { FlowEdge } from '../document/FlowEdge';
import { partsOfRoute } from './edgeGeometry';
import type { Scene } from './Scene';

/** Area of the edges in a box for which `isMeant` holds. */
export function areaOfEdges(scene: Scene, box: Box, isMeant: (edge: FlowEdge) => boolean): Box[] {
  return scene.edgesIn(box).flatMap((edge) => (isMeant(edge) ? partsOfRoute(scene.routeOf(edge)) : []));
}
