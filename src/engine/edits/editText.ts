import { categoryItems } from '../nodes/categoryItems';
import type { Change } from '../document/Change';
import type { GraphDocument } from '../document/GraphDocument';

/** A text of a node: its own name or value, or those of a category's row. */
export interface TextField {
  readonly nodeId: string;
  readonly name: 'name' | 'value' | 'title';
  readonly itemId?: string;
}

/** Sets a text as typed. Empty when the node or the row is gone, and for a text that is only read. */
export function editText(document: GraphDocument, field: TextField, text: string): readonly Change[] {
  const node = document.node(field.nodeId);
  if (!node) return [];
  const isReadOnly = document.kinds.layoutOf(node).fields.some((own) => own.name === field.name && own.isReadOnly);
  if (isReadOnly && field.itemId === undefined) return [];
  if (field.itemId === undefined) return [{ type: 'setData', id: node.id, data: { [field.name]: text } }];
  const row = categoryItems(node).find(({ id }) => id === field.itemId);
  if (!row || field.name === 'title' || row[field.name] === text) return [];
  return [{ type: 'setRow', id: node.id, rowId: row.id, data: { [field.name]: text } }];
}
