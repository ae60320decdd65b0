import type { TextField } from '../edits/editText';
import type { Vector } from '../geometry/vector';
import type { NodeKinds } from '../nodes/NodeKinds';
import type { FlowNode } from '../document/FlowNode';

/** Gap between a row's name and its value; world pixels. */
const ROW_GAP = 4;

/** Whether this text of the node can be edited; it may have been converted or lost the row. */
export function hasTextField(kinds: NodeKinds, node: FlowNode | undefined, field: TextField): boolean {
  if (!node) return false;
  const { fields, rows } = kinds.layoutOf(node);
  return field.rowId === undefined
    ? fields.some(({ name }) => name === field.name)
    : rows.some(({ rowId }) => rowId === field.rowId);
}

/** The text under a point of the card, by its height alone: a point beside a text counts as on it. */
export function textFieldAt(kinds: NodeKinds, node: FlowNode, local: Vector): TextField | null {
  const { fields, rows } = kinds.layoutOf(node);
  const row = rows.find(({ box }) => local.y >= box.y && local.y <= box.y + box.height);
  if (row) return { nodeId: node.id, name: local.y < row.value.y - ROW_GAP ? 'name' : 'value', rowId: row.rowId };
  const field = fields.find(({ box }) => local.y >= box.y && local.y <= box.y + box.height);
  return field ? { nodeId: node.id, name: field.name } : null;
}

/** The text that Enter edits: the node's value, else its first text, else the value of its first row. */
export function firstTextField(kinds: NodeKinds, node: FlowNode): TextField | null {
  const { fields, rows } = kinds.layoutOf(node);
  const field = fields.find(({ name }) => name === 'value') ?? fields[0];
  // The own text of a node with rows is only its source: people work on its rows.
  if (field && !kinds.of(node.type)?.rowType) return { nodeId: node.id, name: field.name };
  const row = rows[0];
  return row ? { nodeId: node.id, name: 'value', rowId: row.rowId } : null;
}
