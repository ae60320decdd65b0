import { categoryItems, itemText } from '../../nodes/categoryItems';
import type { FlowNode } from '../../document/FlowNode';
import { TEXT_PLACEHOLDER_URL } from '../../document/placeholderUrl';

/** The picture a card shows; null when it has none (yet), or is of a kind without pictures. */
export function pictureUrl(node: FlowNode): string | null {
  if (node.type !== 'image' && node.type !== 'imageUpload') return null;
  const { value } = node.data;
  return typeof value === 'string' && value !== '' ? value : null;
}

/** The text a card shows, '' when it has none. */
export function shownText(node: FlowNode): string {
  if (node.type === 'image' || node.type === 'imageUpload') return '';
  const text = itemText(node.data.value);
  // An address stands for what no run has really made: ours, or that of the place the snapshot comes from.
  const isAddress = text === TEXT_PLACEHOLDER_URL || /^https?:\/\/\S+$/u.test(text);
  return node.type === 'model' && isAddress ? '' : text;
}

/** More than any title shows; a prompt may be a book. */
const MAX_CHARACTERS = 120;

const known = new WeakMap<FlowNode, string>();

/** The first words that a node at the left gives, on one line; '' where it gives none. */
export function firstWords(node: FlowNode): string {
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
