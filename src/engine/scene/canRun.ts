import type { FlowEdge } from '../model/FlowEdge';
import type { FlowNode } from '../model/FlowNode';
import type { GraphDocument } from '../model/GraphDocument';
import { handleOf } from '../model/handles';

/** An edge that names no handle (an older snapshot) counts; one into a greyed handle brings nothing to run on. */
const bringsInput = (node: FlowNode, edge: FlowEdge): boolean =>
  handleOf(node, edge.targetHandle)?.isConnectable ?? true;

/**
 * An image node runs once a text or image input has an incoming pipe (NODE-11); the text model's
 * button is off while its output is connected (NODE-12). Nothing else runs.
 */
export function canRun(document: GraphDocument, node: FlowNode): boolean {
  if (node.type === 'image') return document.edgesInto(node.id).some((edge) => bringsInput(node, edge));
  if (node.type === 'model') return document.edgesOutOf(node.id).length === 0;
  return false;
}
