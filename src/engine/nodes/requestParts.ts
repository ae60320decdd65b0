import type { FlowNode } from '../document/FlowNode';
import { TEXT_PLACEHOLDER_URL } from '../document/placeholderUrl';
import { itemParts } from './categoryItems';
import type { CategoryPart, RequestPart } from './NodeKind';

/** What a request carries of a node's value; empty ones give nothing (GEN-1, GEN-7). */
function valueOf({ data: { value } }: FlowNode): string | null {
  const isGiven = typeof value === 'string' && value.trim() !== '' && value !== TEXT_PLACEHOLDER_URL;
  return isGiven ? value : null;
}

/** Its value as words. */
export function textPart(node: FlowNode): RequestPart | null {
  const content = valueOf(node);
  return content === null ? null : { type: 'text_prompt', content };
}

/** Its value as the address of a picture. */
export function imagePart(node: FlowNode): RequestPart | null {
  const content = valueOf(node);
  return content === null ? null : { type: 'image_prompt', content };
}

/** A row's name and the parts of its value. */
export function categoryPart(name: unknown, value: unknown): CategoryPart | null {
  const parts = itemParts(value);
  return parts.length === 0
    ? null
    : { type: 'category_prompt', key: typeof name === 'string' ? name : '', value: parts };
}
