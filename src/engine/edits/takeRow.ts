import { categoryItems } from '../nodes/categoryItems';
import type { Change } from '../document/Change';
import type { CategoryItem } from '../document/FlowNode';
import type { GraphDocument } from '../document/GraphDocument';

/**
 * A row leaves its category, which the document removes when it was the last. Rows of a foreign shape stay as they came.
 * Null when there is no such row.
 */
export function takeRow(
  document: GraphDocument,
  categoryId: string,
  itemId: string,
): { readonly item: CategoryItem; readonly rowType: string; readonly change: Change } | null {
  const category = document.node(categoryId);
  const rowType = category && document.kinds.of(category.type)?.rowType;
  if (!category || rowType === undefined) return null;
  const item = categoryItems(category).find(({ id }) => id === itemId);
  return item ? { item, rowType, change: { type: 'removeRow', id: categoryId, rowId: itemId } } : null;
}
