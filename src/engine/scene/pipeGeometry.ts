import { inflate, type Box } from '../geometry/box';
import type { Size } from '../geometry/camera';
import { PIPE_WIDTH, pipeBounds, pipeRoute, STUB } from '../geometry/pipeRoute';
import { add, type Vector } from '../geometry/vector';
import type { FlowNode } from '../document/FlowNode';
import type { Pipe } from '../document/Joint';
import { handleOf, handlesOf, type Handle } from '../nodes/handles';
import { nodeSize } from '../nodes/nodeSize';

type PositionOf = (node: FlowNode) => Vector;

const inDocument: PositionOf = ({ position }) => position;

/** The corners of a pipe with its nodes there; where the document has them, unless told otherwise. */
export const routeOfPipe = (pipe: Pipe, positionOf: PositionOf = inDocument): readonly Vector[] =>
  pipeRoute(startOf(pipe, positionOf), endOf(pipe, positionOf));

/** What a pipe covers where the document has it, without working its route out. */
export function boxOfPipe({ item, source, target }: Pipe): Box {
  const from = source.item.position;
  const to = target.item.position;
  const start = endOffset(source.item, item.sourceHandle, 'output');
  const end = endOffset(target.item, item.targetHandle, 'input');
  return pipeBounds(from.x + start.x, from.y + start.y, to.x + end.x, to.y + end.y, PIPE_WIDTH / 2);
}

/** A box that the pipe lies within, whichever handles of its nodes it joins; no node is larger than `largest`. */
export function boxAroundPipe({ source, target }: Pipe, largest: Size): Box {
  const from = source.item.position;
  const to = target.item.position;
  const room = STUB + PIPE_WIDTH / 2;
  return {
    x: Math.min(from.x, to.x) - room,
    y: Math.min(from.y, to.y) - room,
    width: Math.abs(from.x - to.x) + largest.width + 2 * room,
    height: Math.abs(from.y - to.y) + largest.height + 2 * room,
  };
}

/** What a pipe covers whose corners lie within these bounds. */
export const aroundRoute = (bounds: Box): Box => inflate(bounds, PIPE_WIDTH / 2);

const startOf = ({ item, source }: Pipe, positionOf: PositionOf): Vector =>
  add(positionOf(source.item), endOffset(source.item, item.sourceHandle, 'output'));

const endOf = ({ item, target }: Pipe, positionOf: PositionOf): Vector =>
  add(positionOf(target.item), endOffset(target.item, item.targetHandle, 'input'));

/** A handle that is not there (an older or newer snapshot) is taken at the middle of the card's side. */
function endOffset(node: FlowNode, handleId: string | null | undefined, side: Handle['side']): Vector {
  const handle = handleOf(node, handleId) ?? handlesOf(node).find((candidate) => candidate.side === side);
  if (handle) return handle.offset;
  const { width, height } = nodeSize(node);
  return { x: side === 'output' ? width : 0, y: height / 2 };
}
