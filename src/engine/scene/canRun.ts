import type { FlowNode } from '../document/FlowNode';
import type { GraphDocument } from '../document/GraphDocument';
import { nodeMode } from '../nodes/nodeMode';

/** Whether the node's run button may be pressed: its kind has one, and neither that nor a mode says why it cannot run now. */
export const canRun = (document: GraphDocument, node: FlowNode): boolean =>
  nodeMode(node) === null && document.kinds.of(node.type)?.run?.whyNot(document, node) === null;
