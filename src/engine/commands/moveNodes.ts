import { add, snap, SNAP_GRID, subtract, type Vector } from '../geometry/vector';
import type { Change } from '../model/Change';
import type { GraphDocument } from '../model/GraphDocument';

/** decisions.md: the grabbed node snaps to the grid and the others keep their distance to it. */
export const snappedDelta = (grabbedAt: Vector, delta: Vector): Vector =>
  subtract(snap(add(grabbedAt, delta), SNAP_GRID), grabbedAt);

export const moveNodes = (document: GraphDocument, nodeIds: Iterable<string>, delta: Vector): readonly Change[] =>
  Array.from(nodeIds, (id) => document.node(id))
    .filter((node) => node !== undefined)
    .map((node) => ({ type: 'moveNode', id: node.id, position: add(node.position, delta) }));
