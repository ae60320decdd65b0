import { produce } from 'immer';
import { categoryItems } from '../model/categoryItems';
import type { Change } from '../model/Change';
import type { GraphDocument } from '../model/GraphDocument';

/** Which text of a node: its own name or value, or those of a category's row. */
export interface TextField {
  readonly nodeId: string;
  readonly name: 'name' | 'value';
  readonly itemId?: string;
}

/** Sets a text as typed. Empty when the node or the row is gone. */
export function editText(document: GraphDocument, field: TextField, text: string): readonly Change[] {
  const node = document.node(field.nodeId);
  if (!node) return [];
  if (field.itemId === undefined) return [{ type: 'setData', id: node.id, data: { [field.name]: text } }];
  const categories = produce(categoryItems(node), (rows) => {
    const row = rows.find(({ id }) => id === field.itemId);
    if (row) row[field.name] = text;
  });
  return [{ type: 'setData', id: node.id, data: { categories } }];
}
