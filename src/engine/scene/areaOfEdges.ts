import type { Box } from '../geometry/box';
import type { FlowEdge } from '../document/FlowEdge';
import { partsOfRoute } from './edgeGeometry';
import type { Scene } from './Scene';

/** Where edges are seen in a box, those that are meant. */
export function areaOfEdges(scene: Scene, box: Box, isMeant: (edge: FlowEdge) => boolean): Box[] {
  return scene.edgesIn(box).flatMap((edge) => (isMeant(edge) ? partsOfRoute(scene.routeOf(edge)) : []));
}
