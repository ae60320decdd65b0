import { inflate, type Box } from '../geometry/box';
import type { Size } from '../geometry/camera';
import { EDGE_WIDTH, edgeBounds, edgeRoute, STUB } from '../geometry/edgeRoute';
import { add, type Vector } from '../geometry/vector';
import type { FlowNode } from '../document/FlowNode';
import type { EdgeView } from '../document/NodeView';
import type { Handle } from '../nodes/handles';
import type { NodeKinds } from '../nodes/NodeKinds';

type PositionOf = (node: FlowNode) => Vector;

const inDocument: PositionOf = ({ position }) => position;

/** The corners of an edge with its nodes there; where the document has them, unless told otherwise. */
export const routeOfEdge = (
  kinds: NodeKinds,
  { item, source, target }: EdgeView,
  positionOf: PositionOf = inDocument,
): readonly Vector[] =>
  edgeRoute(
    add(positionOf(source.item), endOffset(kinds, source.item, item.sourceHandle, 'output')),
    add(positionOf(target.item), endOffset(kinds, target.item, item.targetHandle, 'input')),
  );

/** What an edge covers where the document has it, without working its route out. */
export function boxOfEdge(kinds: NodeKinds, { item, source, target }: EdgeView): Box {
  const from = source.item.position;
  const to = target.item.position;
  const start = endOffset(kinds, source.item, item.sourceHandle, 'output');
  const end = endOffset(kinds, target.item, item.targetHandle, 'input');
  return edgeBounds(from.x + start.x, from.y + start.y, to.x + end.x, to.y + end.y, EDGE_WIDTH / 2);
}

/** A box that the edge lies within, whichever handles of its nodes it joins; no node is larger than `largest`. */
export function boxAroundEdge({ source, target }: EdgeView, largest: Size): Box {
  const from = source.item.position;
  const to = target.item.position;
  const room = STUB + EDGE_WIDTH / 2;
  return {
    x: Math.min(from.x, to.x) - room,
    y: Math.min(from.y, to.y) - room,
    width: Math.abs(from.x - to.x) + largest.width + 2 * room,
    height: Math.abs(from.y - to.y) + largest.height + 2 * room,
  };
}

/** What an edge covers whose corners lie within these bounds. */
export const aroundRoute = (bounds: Box): Box => inflate(bounds, EDGE_WIDTH / 2);

/** A handle that is not there (an older or newer snapshot) is taken at the middle of the card's side. */
function endOffset(
  kinds: NodeKinds,
  node: FlowNode,
  handleId: string | null | undefined,
  side: Handle['side'],
): Vector {
  const handle = kinds.handleOf(node, handleId) ?? kinds.handlesOf(node).find((candidate) => candidate.side === side);
  if (handle) return handle.offset;
  const { width, height } = kinds.sizeOf(node);
  return { x: side === 'output' ? width : 0, y: height / 2 };
}
