import { categoryItems, categoryRows } from '../nodes/categoryItems';
import type { Change } from '../document/Change';
import type { GraphDocument } from '../document/GraphDocument';

/**
 * Moves a row to another place of its own category: after the first `slot` rows as they are now. Rows of a foreign shape keep
 * to the row they followed. Empty when the row is there already, or does not exist.
 */
export function moveRow(document: GraphDocument, categoryId: string, itemId: string, slot: number): readonly Change[] {
  const category = document.node(categoryId);
  if (!category || document.kinds.of(category.type)?.rowType === undefined) return [];
  const items = categoryItems(category);
  const from = items.findIndex(({ id }) => id === itemId);
  const item = items[from];
  if (!item || slot === from || slot === from + 1 || slot < 0 || slot > items.length) return [];
  const rows = categoryRows(category).filter((row) => row !== item);
  const next = items[slot];
  const at = next ? rows.indexOf(next) : rows.length;
  return [
    { type: 'removeRow', id: categoryId, rowId: itemId },
    { type: 'addRow', id: categoryId, row: item, index: at },
  ];
}
