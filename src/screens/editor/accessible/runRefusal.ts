import type { FlowNode } from '../../../engine';

/** Why a node that has a run button cannot be run now, as a key of its sentence: product.md section 4. */
export function runRefusal(node: FlowNode): 'node.runNeedsLeft' | 'node.runNeedsFreeOutput' | undefined {
  if (node.type === 'image') return 'node.runNeedsLeft';
  if (node.type === 'model') return 'node.runNeedsFreeOutput';
  return undefined;
}
