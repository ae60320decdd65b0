import type { FlowNode } from '../document/FlowNode';
import type { GraphDocument } from '../document/GraphDocument';
import { sourcesOf } from '../runs/requestItems';

/**
 * The name of an image model: the first words of the first text that it is given (see sourcesOf). They are in the document, so that a
 * reload, another tab and a device without a network show the same; '' for every other node.
 */
export function promptOf(document: GraphDocument, node: FlowNode): string {
  if (document.kinds.of(node.type)?.calledBy !== 'input') return '';
  for (const left of sourcesOf(document, node.id)) {
    const words = document.kinds.firstWordsOf(left);
    if (words !== '') return words;
  }
  return '';
}
