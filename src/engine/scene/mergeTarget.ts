import { contains } from '../geometry/box';
import type { Vector } from '../geometry/vector';
import type { FlowNode } from '../model/FlowNode';
import type { Scene } from './Scene';

/** decisions.md: only these merge into a category. */
export const canMerge = (node: FlowNode): boolean => node.type === 'categoryItem' || node.type === 'text';

/** The topmost category whose box holds the pointer, or null; `exceptIds` are the nodes being dragged. */
export function mergeTargetAt(scene: Scene, point: Vector, exceptIds: ReadonlySet<string>): FlowNode | null {
  return (
    scene
      .nodesIn({ ...point, width: 0, height: 0 })
      .findLast((node) => node.type === 'category' && !exceptIds.has(node.id) && contains(scene.boxOf(node), point)) ??
    null
  );
}
