import type { Box } from '../geometry/box';
import { add, mustBeFinitePoint, type Vector } from '../geometry/vector';
import type { Change } from '../document/Change';
import type { GraphDocument } from '../document/GraphDocument';
import type { IdSet } from '../collections/IdSet';
import { SINGLE_THINGS_MAX } from '../scene/SceneIndex';

/** @throws when the distance is no finite number. */
export function moveNodes(document: GraphDocument, nodeIds: IdSet, delta: Vector): readonly Change[] {
  mustBeFinitePoint(delta);
  // The document's own ids are read only if they may be these: handing them out costs the next added or removed node a copy.
  const mayBeAll = nodeIds.size > SINGLE_THINGS_MAX && nodeIds.size === document.nodeCount;
  if (mayBeAll && nodeIds === document.nodeIds) return [{ type: 'moveAll', by: delta }];
  return Array.from(nodeIds, (id) => document.node(id))
    .filter((node) => node !== undefined)
    .map((node) => ({ type: 'moveNode', id: node.id, position: add(node.position, delta) }));
}

/** Resizes a node to this box, but never below its kind's smallest size. Empty when it is gone, or its kind has a fixed size. */
export function resizeNode(document: GraphDocument, id: string, box: Box): readonly Change[] {
  const node = document.node(id);
  const least = node && document.kinds.of(node.type)?.leastSize;
  if (!node || !least || document.kinds.isFolded(node)) return [];
  const width = Math.max(least.width, box.width);
  const height = Math.max(least.height, box.height);
  return [
    { type: 'moveNode', id, position: { x: box.x, y: box.y } },
    { type: 'setData', id, data: { width, height } },
  ];
}
