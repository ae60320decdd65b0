import { categoryItems, itemText } from '../model/categoryItems';
import type { FlowNode } from '../model/FlowNode';
import type { GraphDocument } from '../model/GraphDocument';
import { shownText } from '../paint/nodeContent';

/** More than any title shows; a prompt may be a book. */
const MAX_CHARACTERS = 120;

const known = new WeakMap<FlowNode, string>();

/** The first words that a node at the left gives, on one line; '' where it gives none. */
function firstWords(node: FlowNode): string {
  const remembered = known.get(node);
  if (remembered !== undefined) return remembered;
  const value = shownText(node).trimStart();
  const text = value !== '' ? value : categoryItems(node).map(rowText).join(', ');
  const words = text.slice(0, MAX_CHARACTERS).replaceAll(/\s+/g, ' ').trim();
  known.set(node, words);
  return words;
}

const rowText = ({ name, value }: { readonly name: unknown; readonly value: unknown }): string =>
  [itemText(name), itemText(value)].filter((part) => part.trim() !== '').join(': ');

/**
 * What an image node is called by: the first words of the first text at its left. They are in the document, so that a reload,
 * another tab and a device without a network show the same; '' for every other node.
 */
export function promptOf(document: GraphDocument, node: FlowNode): string {
  if (node.type !== 'image') return '';
  for (const { source } of document.edgesInto(node.id)) {
    const left = document.node(source);
    const words = left ? firstWords(left) : '';
    if (words !== '') return words;
  }
  return '';
}
