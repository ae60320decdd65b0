import type { FlowNode } from '../../../engine';

/** Returns why a node that has a run button cannot run now, as a key of its sentence (NODE-11, NODE-12). */
export function runRefusal(node: FlowNode): 'node.runNeedsLeft' | 'node.runNeedsFreeOutput' | undefined {
  if (node.type === 'image') return 'node.runNeedsLeft';
  if (node.type === 'model') return 'node.runNeedsFreeOutput';
  return undefined;
}
