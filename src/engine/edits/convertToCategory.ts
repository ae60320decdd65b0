import { intersects, type Box } from '../geometry/box';
import { SNAP_GRID } from '../geometry/vector';
import type { Change } from '../document/Change';
import type { CategoryItem, FlowNode } from '../document/FlowNode';
import type { GraphDocument } from '../document/GraphDocument';
import { growHomes } from './frameNodes';
import { moveNodes } from './moveNodes';
import { boxOfNode } from '../nodes/boxOfNode';
import { worded } from '../scene/mentioned';
import type { Scene } from '../scene/Scene';

/**
 * Converts a text prompt to a category: the same id, place and edges, its words kept in `data.value`. Cards that the category would cover,
 * and those that these would cover in turn, move down by whole grid steps; in a folded frame it covers none. Frames that these stand in
 * grow around them. Empty when the node is not a
 * text prompt (any more).
 */
export function convertToCategory(
  document: GraphDocument,
  scene: Scene,
  nodeId: string,
  items: readonly CategoryItem[],
): readonly Change[] {
  const prompt = document.node(nodeId);
  const type = prompt && document.kinds.of(prompt.type)?.convertsTo;
  if (!prompt || type === undefined) return [];
  // A category mentions nothing.
  const { value } = worded(document, prompt).data;
  const node: FlowNode = { ...prompt, type, data: { categories: items, value } };
  const moves = scene.folds.isHidden(nodeId) ? [] : makeRoom(document, scene, prompt, boxOfNode(document.kinds, node));
  return growHomes(document, scene, [{ type: 'replaceNode', node }, ...moves]);
}

/** Whether two cards lie over one another; that they touch is nothing. */
const covers = (a: Box, b: Box): boolean =>
  intersects(a, b) && a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;

/** Most moved cards that push on further ones; a heap of cards is left alone after them. */
const PUSHES_MAX = 2000;

/**
 * Moves cards that a growing card would cover below it, the upper ones first, and with a folded frame what it hides. Cards that overlapped
 * before may go on so.
 */
function makeRoom(document: GraphDocument, scene: Scene, grown: FlowNode, box: Box): readonly Change[] {
  const placed = new Map<string, Box>();
  const pushing: FlowNode[] = [grown];
  for (let turn = 0; turn < PUSHES_MAX; turn++) {
    const pusher = pushing.shift();
    if (!pusher) break;
    const before = boxOfNode(document.kinds, pusher);
    // The box of the pusher by now: it may have been pushed on meanwhile.
    const now = pusher === grown ? box : (placed.get(pusher.id) ?? before);
    for (const node of nodesUnder(document, scene, now, placed)) {
      if (node.id === grown.id || node.id === pusher.id) continue;
      const own = boxOfNode(document.kinds, node);
      const from = placed.get(node.id) ?? own;
      if (!covers(from, now) || covers(own, before)) continue;
      const steps = Math.ceil((now.y + now.height + SNAP_GRID - from.y) / SNAP_GRID);
      placed.set(node.id, { ...from, y: from.y + steps * SNAP_GRID });
      pushing.push(node);
    }
  }
  return Array.from(placed).flatMap(([id, { y }]) => {
    const by = { x: 0, y: y - (document.node(id)?.position.y ?? y) };
    return moveNodes(document, new Set([id, ...scene.folds.hiddenBy(id)]), by);
  });
}

/** The cards in a box, at their current places or after their move; from top to bottom. */
function nodesUnder(document: GraphDocument, scene: Scene, box: Box, placed: ReadonlyMap<string, Box>): FlowNode[] {
  const moved = Array.from(placed).flatMap(([id, now]) => (intersects(now, box) ? [id] : []));
  const positions = scene.committedNodesIn(box).filter((node) => !document.kinds.isFrame(node));
  const others = moved.flatMap((id) => (positions.some((node) => node.id === id) ? [] : (document.node(id) ?? [])));
  return [...positions, ...others].toSorted(
    (a, b) => (placed.get(a.id)?.y ?? a.position.y) - (placed.get(b.id)?.y ?? b.position.y),
  );
}
