import type { FlowNode } from '../document/FlowNode';

/**
 * What somebody has decided about a node: `mute`, it gives nothing and does not run; `bypass`, it gives the pictures at its left on and
 * does not run; `freeze`, it keeps what it has and does not run with others.
 */
export type NodeMode = 'mute' | 'bypass' | 'freeze';

/** Null for a node that does what its type does. */
export function nodeMode({ data }: FlowNode): NodeMode | null {
  const { mode } = data;
  return mode === 'mute' || mode === 'bypass' || mode === 'freeze' ? mode : null;
}
