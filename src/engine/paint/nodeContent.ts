import { itemText } from '../model/categoryItems';
import type { FlowNode } from '../model/FlowNode';

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
  // A model's simulated run leaves a placeholder address, which is nothing to read.
  return node.type === 'model' && /^https?:\/\/\S+$/u.test(text) ? '' : text;
}
