import type { FlowNode } from '../../document/FlowNode';
import type { TextField } from '../../edits/editText';
import type { Box } from '../../geometry/box';
import { categoryItems, fieldText } from '../../nodes/categoryItems';
import type { NodeKinds } from '../../nodes/NodeKinds';

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

/** The painted place of a node's field and its text; null when the node has no such field (any more). */
export function fieldPlace(kinds: NodeKinds, node: FlowNode, field: TextField): FieldPlace | null {
  const layout = kinds.layoutOf(node);
  if (field.rowId !== undefined) {
    const row = layout.rows.find(({ rowId }) => rowId === field.rowId);
    const item = categoryItems(node).find(({ id }) => id === field.rowId);
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
    ...rows.flatMap(({ rowId }): TextField[] => [
      { nodeId: node.id, name: 'name', rowId },
      { nodeId: node.id, name: 'value', rowId },
    ]),
  ];
}

export const isSameField = (one: TextField, other: TextField): boolean =>
  one.nodeId === other.nodeId && one.name === other.name && one.rowId === other.rowId;
