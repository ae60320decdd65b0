import type { FlowNode } from '../../document/FlowNode';
import type { Editor } from '../../Editor';
import type { Box } from '../../geometry/box';
import type { Vector } from '../../geometry/vector';
import { ARROWS } from '../../shortcuts';
import { isTyping } from '../input/isTyping';

/** Half the side of the first square searched, doubled until something is found; world pixels. */
const FIRST_REACH = 1000;
/** Weight of the distance aside, against the distance ahead. */
const ASIDE = 2;

const around = ({ x, y }: Vector, reach: number): Box => ({
  x: x - reach,
  y: y - reach,
  width: 2 * reach,
  height: 2 * reach,
});

/** Weighted distance to a node in that direction; infinite when it is not within 45 degrees of it. */
function lengthOfWay(from: Vector, { x, y }: Vector, to: Vector): number {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const ahead = dx * x + dy * y;
  const aside = Math.abs(dx * y) + Math.abs(dy * x);
  return ahead > 0 && aside <= ahead ? ahead + ASIDE * aside : Infinity;
}

/**
 * The next of the wanted nodes from a world point in a direction (one of the four unit vectors), in view or not; without a direction the
 * nearest one. Searches around the point first, so that finding a neighbour costs the same on every canvas.
 */
export function nodeBeside(
  editor: Editor,
  from: Vector,
  direction: Vector | null,
  isMeant: (node: FlowNode) => boolean,
): FlowNode | null {
  const bounds = editor.scene.bounds();
  if (!bounds) return null;
  const wayTo = (node: FlowNode): number => {
    const { width, height } = editor.document.kinds.sizeOf(node);
    const to = { x: node.position.x + width / 2, y: node.position.y + height / 2 };
    return direction ? lengthOfWay(from, direction, to) : Math.hypot(to.x - from.x, to.y - from.y);
  };
  const farthest = Math.max(
    Math.abs(bounds.x - from.x),
    Math.abs(bounds.y - from.y),
    Math.abs(bounds.x + bounds.width - from.x),
    Math.abs(bounds.y + bounds.height - from.y),
  );
  for (let reach = FIRST_REACH; ; reach *= 2) {
    let best: FlowNode | null = null;
    let shortest = Infinity;
    for (const node of editor.scene.nodesIn(around(from, reach))) {
      const way = isMeant(node) ? wayTo(node) : Infinity;
      if (way < shortest) [best, shortest] = [node, way];
    }
    // Every way beyond the square is longer than half its side.
    if (shortest <= reach || reach >= farthest) return best;
  }
}

/** Direction of an arrow with control (command on a Mac), with shift or without; null for any other key, and in a text. */
export function arrowDirection(event: KeyboardEvent, isShift: boolean): Vector | null {
  const isMeant = (event.ctrlKey || event.metaKey) && event.shiftKey === isShift && !event.altKey;
  return (isMeant && !isTyping(event.target) && ARROWS[event.key]) || null;
}
