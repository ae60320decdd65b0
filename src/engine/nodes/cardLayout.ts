import type { Box } from '../geometry/box';
import type { Size } from '../geometry/camera';
import { categoryItems, itemText } from './categoryItems';
import type { FlowNode } from '../document/FlowNode';
import { CATEGORY_ROW_HEIGHT, nodeSize } from './nodeSize';

/** NODE-2. */
const HEADER_HEIGHT = 40;
const PADDING = 12;
const BUTTON = 28;
const ROWS_TOP = 52;

/** What a button on a card does when it is pressed. Delete belongs to the selection, not to the card. */
export type CardAction = 'run' | 'convert' | 'upload' | 'enlarge';

/** A text of a node that can be edited in place. */
export type CardField = { readonly name: 'name' | 'value'; readonly box: Box; readonly isMultiline: boolean };

export interface CardRow {
  readonly itemId: string;
  readonly box: Box;
  readonly grip: Box;
  readonly name: Box;
  readonly value: Box;
}

/**
 * Where the parts of a card are, from the node's top left corner. Painters draw by it, the hit test reads it
 * and the DOM overlays are laid over it, so that what is seen is what is pressed.
 */
export interface CardLayout {
  readonly size: Size;
  readonly header: Box;
  /** The name in the header, between the type dot and the button. */
  readonly title: Box;
  readonly body: Box;
  /** Where a failed run says 'try again'; pressing it runs, and only then is it there. */
  readonly retry: Box;
  readonly actions: Readonly<Partial<Record<CardAction, Box>>>;
  readonly fields: readonly CardField[];
  readonly rows: readonly CardRow[];
}

/** How a category's row names its fields, where a text node says 'name' or 'value'. */
export const rowField = (itemId: string, field: CardField['name']): string => `${itemId}:${field}`;

const rowAt = (itemId: string, top: number, width: number): CardRow => ({
  itemId,
  box: { x: 0, y: top, width, height: CATEGORY_ROW_HEIGHT },
  grip: { x: 10, y: top + 24, width: 24, height: 32 },
  name: { x: 38, y: top + 9, width: width - 38 - 20, height: 28 },
  value: { x: 38, y: top + 37, width: width - 38 - 20, height: 32 },
});

/** A categoryItem node is one row that is a card of its own. */
export const itemRow = (node: FlowNode): CardRow => rowAt(node.id, 0, nodeSize(node).width);

const layouts = new WeakMap<FlowNode, CardLayout>();

/** Worked out once per node value: nodes are immutable, and painters ask in every frame. */
export function cardLayout(node: FlowNode): CardLayout {
  const known = layouts.get(node);
  if (known) return known;
  const layout = layOut(node);
  layouts.set(node, layout);
  return layout;
}

function layOut(node: FlowNode): CardLayout {
  const size = nodeSize(node);
  const { width, height } = size;
  const header: Box = { x: 0, y: 0, width, height: Math.min(HEADER_HEIGHT, height) };
  const title: Box = { x: 30, y: 6, width: width - 30 - 44, height: 28 };
  const body: Box = { x: 0, y: HEADER_HEIGHT, width, height: Math.max(0, height - HEADER_HEIGHT) };
  const run: Box = { x: width - 8 - BUTTON, y: 6, width: BUTTON, height: BUTTON };
  const enlarge: Box = { x: width - 8 - BUTTON, y: height - 8 - BUTTON, width: BUTTON, height: BUTTON };
  const retry: Box = { x: width / 2 - 60, y: height - 12 - 32, width: 120, height: 32 };
  const empty = { size, header, title, body, retry, actions: {}, fields: [], rows: [] };

  switch (node.type) {
    case 'textPrompt': {
      const value: Box = { x: PADDING, y: HEADER_HEIGHT, width: width - 2 * PADDING, height: 107 };
      const convert: Box = { x: PADDING, y: 155, width: width - 2 * PADDING, height: 30 };
      return { ...empty, actions: { convert }, fields: [{ name: 'value', box: value, isMultiline: true }] };
    }
    case 'text': {
      const value: Box = {
        x: PADDING,
        y: HEADER_HEIGHT,
        width: width - 2 * PADDING,
        height: Math.max(24, height - HEADER_HEIGHT - PADDING),
      };
      return {
        ...empty,
        fields: [
          { name: 'name', box: { ...title, width: width - 30 - PADDING }, isMultiline: false },
          { name: 'value', box: value, isMultiline: true },
        ],
      };
    }
    case 'categoryItem': {
      const row = itemRow(node);
      return {
        ...empty,
        body: row.box,
        fields: [
          { name: 'name', box: row.name, isMultiline: false },
          { name: 'value', box: row.value, isMultiline: false },
        ],
      };
    }
    case 'category':
      return {
        ...empty,
        // What it was converted from stands in its header.
        fields: itemText(node.data.value).trim() === '' ? [] : [{ name: 'value', box: title, isMultiline: true }],
        rows: categoryItems(node).map((item, index) => rowAt(item.id, ROWS_TOP + index * CATEGORY_ROW_HEIGHT, width)),
      };
    case 'imageUpload':
      return node.data.value
        ? { ...empty, actions: { upload: run, enlarge } }
        : { ...empty, actions: { upload: { x: width / 2 - 70, y: HEADER_HEIGHT + 58, width: 140, height: 36 } } };
    case 'image':
      return { ...empty, actions: node.data.value ? { run, enlarge } : { run } };
    case 'model':
      return { ...empty, actions: { run } };
    default:
      return empty;
  }
}
