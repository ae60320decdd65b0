import type { FlowNode } from '../document/FlowNode';
import type { CategoryPrompt, RequestItem } from '../runs/RequestItem';
import { itemParts } from './categoryItems';

/** The value after a text model's simulated run (NODE-13): there is nothing to read, and no request contains it. */
export const TEXT_PLACEHOLDER_URL = '/placeholder.svg';

/** Its value as words; empty ones give nothing (GEN-1, GEN-7). */
export const textPart = (_node: FlowNode, content: string | null): RequestItem | null =>
  content === null ? null : { type: 'text_prompt', content };

/** Its value as the address of a picture. */
export const imagePart = (_node: FlowNode, content: string | null): RequestItem | null =>
  content === null ? null : { type: 'image_prompt', content };

/** A row's name and the parts of its value. */
export function categoryPart(name: unknown, value: unknown): CategoryPrompt | null {
  const parts = itemParts(value);
  return parts.length === 0
    ? null
    : { type: 'category_prompt', key: typeof name === 'string' ? name : '', value: parts };
}
