import { add, mustBeFinitePoint, type Vector } from '../geometry/vector';
import type { Change } from '../document/Change';
import type { GraphDocument } from '../document/GraphDocument';
import type { IdSet } from '../collections/IdSet';
import { MANY } from '../scene/SceneIndex';

/** @throws when the distance is no finite number. */
export function moveNodes(document: GraphDocument, nodeIds: IdSet, delta: Vector): readonly Change[] {
  mustBeFinitePoint(delta);
  // The document's own ids are asked for only where they may be these: handed out, they cost the next node to come or go a copy.
  const mayBeAll = nodeIds.size > MANY && nodeIds.size === document.nodeCount;
  if (mayBeAll && nodeIds === document.nodeIds) return [{ type: 'moveAll', by: delta }];
  return Array.from(nodeIds, (id) => document.node(id))
    .filter((node) => node !== undefined)
    .map((node) => ({ type: 'moveNode', id: node.id, position: add(node.position, delta) }));
}
