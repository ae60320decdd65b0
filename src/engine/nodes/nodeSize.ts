import type { Size } from '../geometry/camera';
import { categoryItems } from './categoryItems';
import type { FlowNode } from '../document/FlowNode';

/** NODE-1; world pixels. */
const MODEL_SIZE: Size = { width: 245, height: 195 };
const TEXT_PROMPT_SIZE: Size = { width: 220, height: 195 };
export const CATEGORY_ITEM_SIZE: Size = { width: 245, height: 80 };
const TEXT_WIDTH = 220;
const TEXT_HEIGHT = 120;
const CATEGORY_WIDTH = 245;
const CATEGORY_BASE_HEIGHT = 80;
export const CATEGORY_ROW_HEIGHT = 80;

const lengthOr = (value: unknown, fallback: number): number =>
  typeof value === 'number' && Number.isFinite(value) && value > 0 ? value : fallback;

/** How large a node is drawn, in world pixels. */
export function nodeSize(node: FlowNode): Size {
  switch (node.type) {
    case 'textPrompt':
      return TEXT_PROMPT_SIZE;
    case 'text':
      return { width: lengthOr(node.data.width, TEXT_WIDTH), height: lengthOr(node.data.height, TEXT_HEIGHT) };
    case 'category':
      return {
        width: CATEGORY_WIDTH,
        height: CATEGORY_BASE_HEIGHT + CATEGORY_ROW_HEIGHT * categoryItems(node).length,
      };
    case 'categoryItem':
      return CATEGORY_ITEM_SIZE;
    default:
      return MODEL_SIZE;
  }
}
