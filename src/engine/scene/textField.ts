import type { TextField } from '../edits/editText';
import type { Vector } from '../geometry/vector';
import { cardLayout } from '../nodes/cardLayout';
import type { FlowNode } from '../document/FlowNode';

/** Between a row's name and its value; world pixels. */
const ROW_GAP = 4;

/** Whether the node offers this text for editing; it may have been converted or lost the row. */
export function hasTextField(node: FlowNode | undefined, field: TextField): boolean {
  if (!node) return false;
  const { fields, rows } = cardLayout(node);
  return field.itemId === undefined
    ? fields.some(({ name }) => name === field.name)
    : rows.some(({ itemId }) => itemId === field.itemId);
}

/** The text under a point of the card, by its height alone: beside a text counts as on it. */
export function textFieldAt(node: FlowNode, local: Vector): TextField | null {
  const { fields, rows } = cardLayout(node);
  const row = rows.find(({ box }) => local.y >= box.y && local.y <= box.y + box.height);
  if (row) return { nodeId: node.id, name: local.y < row.value.y - ROW_GAP ? 'name' : 'value', itemId: row.itemId };
  const field = fields.find(({ box }) => local.y >= box.y && local.y <= box.y + box.height);
  return field ? { nodeId: node.id, name: field.name } : null;
}

/** The text that Enter edits: the node's value, else its first text, else the value of its first row. */
export function firstTextField(node: FlowNode): TextField | null {
  const { fields, rows } = cardLayout(node);
  const field = fields.find(({ name }) => name === 'value') ?? fields[0];
  // A category's own text is what it was made of: its rows are what is worked on.
  if (field && node.type !== 'category') return { nodeId: node.id, name: field.name };
  const row = rows[0];
  return row ? { nodeId: node.id, name: 'value', itemId: row.itemId } : null;
}
