import type { FlowEdge } from '../document/FlowEdge';
import type { GraphDocument } from '../document/GraphDocument';
import { inflate, centreOfBox, type Box } from '../geometry/box';
import { distanceToRoute, EDGE_WIDTH } from '../geometry/edgeRoute';
import { type Vector, distance } from '../geometry/vector';
import type { HandleRef } from './connectionRule';
import type { Scene } from './Scene';

/** The topmost edge at a world point, even under a card; `slack`: extra width, in world pixels. */
export function edgeAt(scene: Scene, point: Vector, slack: number): FlowEdge | undefined {
  const reach = EDGE_WIDTH / 2 + slack;
  return scene
    .edgesIn(inflate({ ...point, width: 0, height: 0 }, reach))
    .findLast((edge) => distanceToRoute(scene.routeOf(edge), point) <= reach);
}

export type EdgeEnd = 'source' | 'target';

/** The end of an edge, drawn along `route`, that lies within `reach` of the point; the nearer one of two. */
export function endNear(route: readonly Vector[], point: Vector, reach: number): EdgeEnd | null {
  const first = route[0];
  const last = route.at(-1);
  if (!first || !last) return null;
  const toSource = distance(first, point);
  const toTarget = distance(last, point);
  if (Math.min(toSource, toTarget) > reach) return null;
  return toSource < toTarget ? 'source' : 'target';
}

/**
 * The handle that holds the edge while its `end` is reconnected: the one at its other end, as it is drawn. Null when
 * nothing can be connected there, as at a node of a newer version.
 */
export function holderOf(document: GraphDocument, edge: FlowEdge, end: EdgeEnd): HandleRef | null {
  const [nodeId, handleId, side] =
    end === 'target' ? [edge.source, edge.sourceHandle, 'output'] : [edge.target, edge.targetHandle, 'input'];
  const node = document.node(nodeId);
  const handle =
    node &&
    (document.kinds.handleOf(node, handleId) ??
      document.kinds.handlesOf(node).find((candidate) => candidate.side === side));
  return handle?.isConnectable ? { nodeId, handleId: handle.id } : null;
}

/** How far from a card's middle an edge may run that the card lies on, two steps of the grid; world pixels. */
const REACH = 30;

/** The topmost edge at rest that a dragged card lies on with its middle; null where none is there that is wanted. Costs what lies there. */
export function edgeUnder(scene: Scene, card: Box, isWanted: (edge: FlowEdge) => boolean): FlowEdge | null {
  const middle = centreOfBox(card);
  const near = scene.restingEdgesIn(inflate({ ...middle, width: 0, height: 0 }, REACH));
  return near.findLast((edge) => isWanted(edge) && distanceToRoute(scene.routeOf(edge), middle) <= REACH) ?? null;
}
