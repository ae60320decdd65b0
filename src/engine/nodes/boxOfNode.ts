import type { FlowNode } from '../document/FlowNode';
import type { Box } from '../geometry/box';
import type { NodeKinds } from './NodeKinds';

/** Box of the node as the document has it; world pixels. */
export const boxOfNode = (kinds: NodeKinds, node: FlowNode): Box => ({
  x: node.position.x,
  y: node.position.y,
  ...kinds.sizeOf(node),
});
