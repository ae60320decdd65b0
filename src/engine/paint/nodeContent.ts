import { itemText } from '../model/categoryItems';
import type { FlowNode } from '../model/FlowNode';
import { TEXT_PLACEHOLDER_URL } from '../model/placeholderUrl';

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
