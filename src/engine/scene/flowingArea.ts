import { boundsOf, inflate, type Box } from '../geometry/box';
import { EDGE_WIDTH } from '../geometry/edgeRoute';
import type { Scene } from './Scene';

/**
 * Where the edges that lead to running nodes are seen in a box, each straight part by itself: the box around a whole edge would
 * hold half the stage.
 */
export function flowingArea(scene: Scene, box: Box, isRunning: (nodeId: string) => boolean): Box[] {
  const area: Box[] = [];
  for (const edge of scene.edgesIn(box)) {
    if (!isRunning(edge.target)) continue;
    const route = scene.routeOf(edge);
    for (const [index, end] of route.entries()) {
      const start = route[index - 1];
      const part = start && boundsOf([start, end]);
      if (part) area.push(inflate(part, EDGE_WIDTH / 2));
    }
  }
  return area;
}
