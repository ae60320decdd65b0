import { produce } from 'immer';
import { categoryRows, isItem } from '../nodes/categoryItems';
import type { Change } from '../document/Change';
import type { GraphDocument } from '../document/GraphDocument';

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
  const before = categoryRows(node);
  const categories = produce(before, (rows) => {
    const row = rows.filter(isItem).find(({ id }) => id === field.itemId);
    if (row) Object.assign(row, { [field.name]: text });
  });
  return categories === before ? [] : [{ type: 'setData', id: node.id, data: { categories } }];
}
