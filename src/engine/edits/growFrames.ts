import { encloses, intersects, translate, union, type Box } from '../geometry/box';
import type { Vector } from '../geometry/vector';
import type { Change } from '../document/Change';
import type { FlowNode } from '../document/FlowNode';
import type { GraphDocument } from '../document/GraphDocument';
import type { IdSet } from '../collections/IdSet';
import type { Scene } from '../scene/Scene';
import { MANY } from '../scene/SceneIndex';
import { roomAround } from './frameNodes';
import { resizeNode } from './resizeNode';

/**
 * Grows frames around nodes that are moved by `delta`: for each node, the frame that it then stands in, or else the one it stood in and
 * still touches. Very many nodes make nothing grow, nor do nodes that are carried within a frame that moves too.
 */
export function growFrames(document: GraphDocument, scene: Scene, nodeIds: IdSet, delta: Vector): readonly Change[] {
  if (nodeIds.size > MANY) return [];
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
