import {
  categoryItems,
  itemText,
  type Box,
  type FlowNode,
  type NodeKinds,
  type TextField,
  type Size,
} from '../../../engine';

export interface FieldPlace {
  /** Box from the node's top left corner. */
  readonly box: Box;
  readonly isMultiline: boolean;
  /** It is there to be read and copied. */
  readonly isReadOnly: boolean;
  /** The painted font that it continues. */
  readonly look: 'heading' | 'title' | 'body' | 'small';
  readonly text: string;
}

/** The text with a field's line ends, so that opening one is not an edit. */
const fieldText = (value: unknown): string => itemText(value).replaceAll(/\r\n?/g, '\n');

/** The painted place of a node's field and its text; null when the node has no such field (any more). */
export function fieldPlace(kinds: NodeKinds, node: FlowNode, field: TextField): FieldPlace | null {
  const layout = kinds.layoutOf(node);
  if (field.itemId !== undefined) {
    const row = layout.rows.find(({ itemId }) => itemId === field.itemId);
    const item = categoryItems(node).find(({ id }) => id === field.itemId);
    if (!row || !item || field.name === 'title') return null;
    return {
      box: row[field.name],
      isMultiline: false,
      isReadOnly: false,
      look: field.name === 'name' ? 'title' : 'small',
      text: fieldText(item[field.name]),
    };
  }
  const place = layout.fields.find(({ name }) => name === field.name);
  if (!place) return null;
  const isRow = kinds.of(node.type)?.isHeaderless === true;
  const look = field.name === 'value' ? (isRow ? 'small' : 'body') : field.name === 'name' ? 'title' : 'heading';
  return {
    box: place.box,
    isMultiline: place.isMultiline,
    isReadOnly: place.isReadOnly === true,
    look,
    text: fieldText(node.data[field.name]),
  };
}

/** A node's fields in reading order, for Tab inside a card. */
export function fieldsOf(kinds: NodeKinds, node: FlowNode): readonly TextField[] {
  const { fields, rows } = kinds.layoutOf(node);
  return [
    ...fields.map(({ name }): TextField => ({ nodeId: node.id, name })),
    ...rows.flatMap(({ itemId }): TextField[] => [
      { nodeId: node.id, name: 'name', itemId },
      { nodeId: node.id, name: 'value', itemId },
    ]),
  ];
}

export const isSameField = (one: TextField, other: TextField): boolean =>
  one.nodeId === other.nodeId && one.name === other.name && one.itemId === other.itemId;

/** Storage key of the large field's size, as `{width, height}` in CSS pixels. */
const KEY = 'mulgil-text-field';
const USUAL: Size = { width: 560, height: 360 };
const LEAST: Size = { width: 240, height: 120 };
/** Largest share of the window. */
const MOST_SHARE = 0.8;
/** More than this does not fit into a card. */
const LONG_CHARACTERS = 100;
const LONG_LINES = 5;

export const isLongText = (text: string): boolean =>
  text.length > LONG_CHARACTERS || text.split('\n', LONG_LINES + 1).length > LONG_LINES;

const within = (value: unknown, least: number, most: number, usual: number): number =>
  Math.min(most, Math.max(least, typeof value === 'number' && Number.isFinite(value) ? value : usual));

function kept(): { readonly width?: unknown; readonly height?: unknown } {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(KEY) ?? 'null');
    return typeof value === 'object' && value !== null ? value : {};
  } catch {
    return {};
  }
}

/** The smallest and largest size in this window. */
export function sizeBounds(): { readonly least: Size; readonly most: Size } {
  const most = { width: window.innerWidth * MOST_SHARE, height: window.innerHeight * MOST_SHARE };
  // A phone's window may be smaller than the least size; then the window decides.
  return { least: { width: Math.min(LEAST.width, most.width), height: Math.min(LEAST.height, most.height) }, most };
}

/** The nearest allowed size; the usual one when the value is no size. */
export function sizeWithin({ width, height }: { readonly width?: unknown; readonly height?: unknown }): Size {
  const { least, most } = sizeBounds();
  return {
    width: within(width, least.width, most.width, USUAL.width),
    height: within(height, least.height, most.height, USUAL.height),
  };
}

/** The size that a person chose last, within the room of this window. */
export const fieldSize = (): Size => sizeWithin(kept());

/** Keeps the size; a browser that keeps nothing opens the field in its usual size. */
export function keepFieldSize(size: Size): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(size));
  } catch {
    // Its storage is full or closed.
  }
}
