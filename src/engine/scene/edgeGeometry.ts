import { boundsOf, inflate, type Box } from '../geometry/box';
import type { Size } from '../geometry/viewport';
import { EDGE_WIDTH, edgeBounds, edgeRoute, STUB } from '../geometry/edgeRoute';
import { add, type Vector } from '../geometry/vector';
import type { FlowNode } from '../document/FlowNode';
import type { FlowEdge } from '../document/FlowEdge';
import { flowRow } from '../nodes/flows';
import type { Handle } from '../nodes/handles';
import type { NodeKinds } from '../nodes/NodeKinds';

type PositionOf = (node: FlowNode) => Vector;

const inDocument: PositionOf = ({ position }) => position;

/** The corners of an edge between two nodes, its own or the folded frames that hide them; where the document has them, unless told otherwise. */
export const routeOfEdge = (
  kinds: NodeKinds,
  edge: FlowEdge,
  source: FlowNode,
  target: FlowNode,
  positionOf: PositionOf = inDocument,
): readonly Vector[] =>
  edgeRoute(
    add(positionOf(source), endOffset(kinds, source, edge, 'output')),
    add(positionOf(target), endOffset(kinds, target, edge, 'input')),
  );

/** Box of an edge where the document has it, without working its route out. */
export function boxOfEdge(kinds: NodeKinds, edge: FlowEdge, source: FlowNode, target: FlowNode): Box {
  const from = source.position;
  const to = target.position;
  const start = endOffset(kinds, source, edge, 'output');
  const end = endOffset(kinds, target, edge, 'input');
  return edgeBounds(from.x + start.x, from.y + start.y, to.x + end.x, to.y + end.y, EDGE_WIDTH / 2);
}

/** A box that the edge lies within, whichever handles of its nodes it joins; no node is larger than `largest`. */
export function boxAroundEdge(source: FlowNode, target: FlowNode, largest: Size): Box {
  const from = source.position;
  const to = target.position;
  const room = STUB + EDGE_WIDTH / 2;
  return {
    x: Math.min(from.x, to.x) - room,
    y: Math.min(from.y, to.y) - room,
    width: Math.abs(from.x - to.x) + largest.width + 2 * room,
    height: Math.abs(from.y - to.y) + largest.height + 2 * room,
  };
}

/** Box of an edge whose corners lie within these bounds. */
export const aroundRoute = (bounds: Box): Box => inflate(bounds, EDGE_WIDTH / 2);

/** The same, each straight part by itself: the box around a whole edge may hold half the stage. */
export const partsOfRoute = (route: readonly Vector[]): Box[] =>
  route.slice(1).flatMap((end, index) => {
    const part = boundsOf([route[index] ?? end, end]);
    return part ? [aroundRoute(part)] : [];
  });

/** How far above the pipes of pictures one of this flow begins and ends at a folded frame: words by their width and a gap; world pixels. */
export const liftAtFold = (type: string | undefined): number => (flowRow(type).layer === 0 ? EDGE_WIDTH + 8 : 0);

/**
 * Offset of an edge's end from the node's corner. A missing handle (an older or newer snapshot) is taken at the middle of the card's side.
 * A folded frame lacks those of its content: the words of that come and go above the pictures, which would cover them.
 */
export function endOffset(
  kinds: NodeKinds,
  node: FlowNode,
  { sourceHandle, targetHandle, type }: FlowEdge,
  side: Handle['side'],
): Vector {
  const own = kinds.handleOf(node, side === 'output' ? sourceHandle : targetHandle);
  if (own) return own.offset;
  const { width, height } = kinds.sizeOf(node);
  const other = kinds.handlesOf(node).find((candidate) => candidate.side === side);
  const end = other?.offset ?? { x: side === 'output' ? width : 0, y: height / 2 };
  return kinds.isFolded(node) ? { x: end.x, y: end.y - liftAtFold(type) } : end;
}
