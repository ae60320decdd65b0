import type { FlowNode } from '../model/FlowNode';
import type { GraphDocument } from '../model/GraphDocument';

/**
 * product.md section 4: an image node runs once a text or image input has an incoming pipe; the text model's
 * button is off while its output is connected. Nothing else runs.
 */
export function canRun(document: GraphDocument, node: FlowNode): boolean {
  if (node.type === 'image') return document.edgesInto(node.id).length > 0;
  if (node.type === 'model') return document.edgesOutOf(node.id).length === 0;
  return false;
}
