import { categoryRows } from '../nodes/categoryItems';
import type { Change } from '../document/Change';
import type { CategoryItem } from '../document/FlowNode';
import type { FreshIds } from '../document/FreshIds';
import type { GraphDocument } from '../document/GraphDocument';
import { RowIds } from '../nodes/RowIds';
import { takeRow } from './takeRow';

/**
 * A row moves from its category to the end of another one, under its id (or a fresh one when a row there has it
 * already); a category without rows removes itself. Empty when row or category is not there, or they are one.
 */
export function moveItem(
  document: GraphDocument,
  categoryId: string,
  itemId: string,
  toCategoryId: string,
  fresh: FreshIds,
): readonly Change[] {
  const taken = takeRow(document, categoryId, itemId);
  const target = document.node(toCategoryId);
  if (!taken || !target || document.kinds.of(target.type)?.rowType !== taken.rowType || toCategoryId === categoryId)
    return [];
  const row: CategoryItem = {
    ...taken.item,
    id: new RowIds(taken.rowType, categoryRows(target), fresh).take(itemId),
    parentId: toCategoryId,
  };
  return [taken.change, { type: 'addRow', id: toCategoryId, row }];
}
