import type { IdSet } from '../collections/IdSet';
import type { FlowNode } from '../document/FlowNode';
import type { GraphDocument } from '../document/GraphDocument';
import { SNAP_GRID, type Vector } from '../geometry/vector';
import { HEADER_HEIGHT } from '../nodes/cardLayout';
import type { Change } from '../document/Change';
import { type Box, encloses, intersects, translate, union } from '../geometry/box';
import type { Scene } from '../scene/Scene';
import { SINGLE_THINGS_MAX } from '../scene/SceneIndex';
import { resizeNode } from './moveNodes';

/** Room between a frame's border, or its title, and its content; world pixels. */
const ROOM = 2 * SNAP_GRID;

const floor = (value: number): number => Math.floor(value / SNAP_GRID) * SNAP_GRID;
const ceil = (value: number): number => Math.ceil(value / SNAP_GRID) * SNAP_GRID;

/** The least box of a frame around this one, its corners on the grid. */
function roomAround({ x, y, width, height }: Box): Box {
  const left = floor(x - ROOM);
  const top = floor(y - ROOM - HEADER_HEIGHT);
  return { x: left, y: top, width: ceil(x + width + ROOM) - left, height: ceil(y + height + ROOM) - top };
}

/** A frame around this box. It goes to the beginning of the list: a version that knows no frames draws it below the cards. */
export function frameAround(id: string, type: string, data: object, box: Box): readonly Change[] {
  const { x, y, width, height } = roomAround(box);
  return [{ type: 'addNode', node: { id, type, position: { x, y }, data: { ...data, width, height } }, index: 0 }];
}

/**
 * Grows frames around nodes that are moved by `delta`: for each node, the frame that it is in afterwards, or else the one it was in and
 * still touches. Very many nodes make nothing grow, nor do nodes that move within a frame that moves, too.
 */
export function growFrames(document: GraphDocument, scene: Scene, nodeIds: IdSet, delta: Vector): readonly Change[] {
  if (nodeIds.size > SINGLE_THINGS_MAX) return [];
  const grown = new Map<string, Box>();
  const boxNow = (frame: FlowNode): Box => grown.get(frame.id) ?? scene.committedBoxOf(frame);
  const grow = (frame: FlowNode | null, inner: Box): void => {
    const box = frame && boxNow(frame);
    if (!frame || !box || nodeIds.has(frame.id) || encloses(box, inner)) return;
    const next = union([box, roomAround(inner)]) ?? box;
    grown.set(frame.id, next);
    grow(scene.frameOf(frame), next);
  };
  for (const id of nodeIds) {
    const node = document.node(id);
    if (!node) continue;
    const before = scene.committedBoxOf(node);
    const after = translate(before, delta);
    const home = scene.frameOf(node);
    if (home && nodeIds.has(home.id)) continue;
    const host = scene.frameOf(node, after) ?? (home && intersects(boxNow(home), after) ? home : null);
    grow(host, after);
  }
  return Array.from(grown).flatMap(([id, box]) => resizeNode(document, id, box));
}
