import type { FlowEdge } from '../document/FlowEdge';
import type { FlowNode } from '../document/FlowNode';
import type { GraphDocument } from '../document/GraphDocument';
import { handleOf } from '../nodes/handles';

/** An edge that names no handle (an older snapshot) counts; one into a greyed handle brings nothing to run on. */
const bringsInput = (node: FlowNode, edge: FlowEdge): boolean =>
  handleOf(node, edge.targetHandle)?.isConnectable ?? true;

/**
 * An image node runs once a text or image input has an incoming edge (NODE-11); the text model's
 * button is off while its output is connected (NODE-12). Nothing else runs.
 */
export function canRun(document: GraphDocument, node: FlowNode): boolean {
  if (node.type === 'image') return document.edgesInto(node.id).some((edge) => bringsInput(node, edge));
  if (node.type === 'model') return document.edgesOutOf(node.id).length === 0;
  return false;
}
