import type { Box } from '../geometry/box';
import type { FlowNode } from '../document/FlowNode';
import type { NodeKinds } from '../nodes/NodeKinds';

/** Where the document has the node. */
export const boxOfNode = (kinds: NodeKinds, node: FlowNode): Box => ({
  x: node.position.x,
  y: node.position.y,
  ...kinds.sizeOf(node),
});
