import type { FlowNode } from '../document/FlowNode';
import type { NodeKinds } from './NodeKinds';

/**
 * A mode of a node: `mute`, it gives nothing and does not run; `bypass`, it passes on the pictures at its left and does not run; `freeze`,
 * it keeps its value and does not run.
 */
export type NodeMode = 'mute' | 'bypass' | 'freeze';

/** Null for a node that does what its type does. */
export function nodeMode({ data }: FlowNode): NodeMode | null {
  const { mode } = data;
  return mode === 'mute' || mode === 'bypass' || mode === 'freeze' ? mode : null;
}

/** Whether the mode would change what the node does: one needs something to give, to let through, or to keep. */
export function takesMode(kinds: NodeKinds, node: FlowNode, mode: NodeMode): boolean {
  const kind = kinds.of(node.type);
  if (kind?.isFrame) return false;
  if (mode === 'freeze') return kind?.run?.isGeneration === true;
  const has = (side: 'input' | 'output'): boolean =>
    kinds.handlesOf(node).some((handle) => handle.side === side && (mode === 'mute' || handle.flow === 'image'));
  return has('output') && (mode === 'mute' || (has('input') && !kind?.passesOn));
}
