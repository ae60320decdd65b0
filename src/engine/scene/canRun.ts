import type { FlowNode } from '../document/FlowNode';
import type { GraphDocument } from '../document/GraphDocument';

/** Whether the node's run button may be pressed: its kind has one, and gives no reason why it cannot run now. */
export const canRun = (document: GraphDocument, node: FlowNode): boolean =>
  document.kinds.of(node.type)?.run?.whyNot(document, node) === null;
