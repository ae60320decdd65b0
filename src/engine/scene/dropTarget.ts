import { contains } from '../geometry/box';
import type { Vector } from '../geometry/vector';
import type { FlowNode } from '../model/FlowNode';
import type { IdSet } from '../model/IdSet';
import { nodeKind, NODE_KINDS, type NodeKind } from '../model/nodeKinds';
import type { Scene } from './Scene';

/** Whether nodes of this type go into those of the kind when they are let go over one, as the kind says. */
const takes = (kind: NodeKind | undefined, type: string): boolean =>
  kind?.takes?.some((taken) => taken === type) ?? false;

export const canTake = (target: FlowNode, type: string): boolean => takes(nodeKind(target.type), type);

/** The types of nodes that take all of these. */
const takersOf = (types: readonly string[]): readonly string[] =>
  NODE_KINDS.filter((kind) => types.every((type) => takes(kind, type))).map(({ type }) => type);

/** The types of these nodes, or as many of them as show that nothing takes all. */
export function typesToTake(nodes: Iterable<FlowNode | undefined>): ReadonlySet<string> {
  const types = new Set<string>();
  for (const node of nodes) {
    if (!node || types.has(node.type)) continue;
    types.add(node.type);
    if (takersOf([...types]).length === 0) break;
  }
  return types;
}

/**
 * The topmost node whose box holds the world point and that takes all of these types; null when there is none, or
 * nothing to take. `exceptIds`: the nodes in the hand.
 */
export function dropTargetAt(
  scene: Scene,
  point: Vector,
  types: Iterable<string>,
  exceptIds: IdSet = new Set(),
): FlowNode | null {
  const wanted = [...types];
  const takers = takersOf(wanted);
  // Most of what is dragged goes into nothing: then nothing is searched, in every step of the drag.
  if (wanted.length === 0 || takers.length === 0) return null;
  const isTarget = (node: FlowNode): boolean =>
    takers.includes(node.type) && !exceptIds.has(node.id) && contains(scene.boxOf(node), point);
  return scene.nodesIn({ ...point, width: 0, height: 0 }).findLast(isTarget) ?? null;
}
