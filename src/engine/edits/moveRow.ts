import { mustBeFinitePoint, snap, SNAP_GRID, type Vector } from '../geometry/vector';
import { categoryRows, categoryItems } from '../nodes/categoryItems';
import type { Change } from '../document/Change';
import type { CategoryItem, FlowNode } from '../document/FlowNode';
import type { FreshIds } from '../document/FreshIds';
import type { GraphDocument } from '../document/GraphDocument';
import { RowIds } from '../nodes/RowIds';
import type { RowSlot } from '../scene/dropTarget';

/**
 * A row leaves its category, which the document removes when it was the last. Rows of a foreign shape stay as they came.
 * Null when there is no such row.
 */
function takeRow(
  document: GraphDocument,
  categoryId: string,
  rowId: string,
): { readonly item: CategoryItem; readonly rowType: string; readonly change: Change } | null {
  const category = document.node(categoryId);
  const rowType = category && document.kinds.of(category.type)?.rowType;
  if (!category || rowType === undefined) return null;
  const item = categoryItems(category).find(({ id }) => id === rowId);
  return item ? { item, rowType, change: { type: 'removeRow', id: categoryId, rowId } } : null;
}

/**
 * A row moves from its category to the end of another one, under its id (or a fresh one when a row there has it
 * already); a category without rows removes itself. Empty when row or category is not there, or they are one.
 */
export function moveRowInto(
  document: GraphDocument,
  categoryId: string,
  rowId: string,
  toCategoryId: string,
  fresh: FreshIds,
): readonly Change[] {
  const taken = takeRow(document, categoryId, rowId);
  const target = document.node(toCategoryId);
  if (!taken || !target || document.kinds.of(target.type)?.rowType !== taken.rowType || toCategoryId === categoryId)
    return [];
  const row: CategoryItem = {
    ...taken.item,
    id: new RowIds(taken.rowType, categoryRows(target), fresh).take(rowId),
    parentId: toCategoryId,
  };
  return [taken.change, { type: 'addRow', id: toCategoryId, row }];
}

/**
 * Takes a row out of its category: it becomes a free node at the point, under its own id (or a fresh one when a
 * node or an edge has that id already); a category without rows removes itself. Empty when there is no such row.
 * @throws when the point is no place.
 */
export function detachRow(
  document: GraphDocument,
  categoryId: string,
  rowId: string,
  point: Vector,
  fresh: FreshIds,
): readonly Change[] {
  const taken = takeRow(document, categoryId, rowId);
  if (!taken) return [];
  mustBeFinitePoint(point);
  const { rowType } = taken;
  const { id: _, parentId: __, ...data } = taken.item;
  const node: FlowNode = {
    // An edge of that id would keep the node out of the document, too.
    id: document.node(rowId) || document.edge(rowId) ? fresh.forNode(rowType) : rowId,
    type: rowType,
    position: snap(point, SNAP_GRID),
    data,
  };
  return [taken.change, { type: 'addNode', node }];
}

/**
 * Moves a row within its own category: to after the first `slot` rows as they are now. Rows of a foreign shape stay with the row they
 * followed. Empty when the row is there already, or does not exist.
 */
export function moveRow(document: GraphDocument, categoryId: string, rowId: string, slot: number): readonly Change[] {
  const category = document.node(categoryId);
  if (!category || document.kinds.of(category.type)?.rowType === undefined) return [];
  const items = categoryItems(category);
  const from = items.findIndex(({ id }) => id === rowId);
  const item = items[from];
  if (!item || slot === from || slot === from + 1 || slot < 0 || slot > items.length) return [];
  const rows = categoryRows(category).filter((row) => row !== item);
  const next = items[slot];
  const at = next ? rows.indexOf(next) : rows.length;
  return [
    { type: 'removeRow', id: categoryId, rowId },
    { type: 'addRow', id: categoryId, row: item, index: at },
  ];
}

/**
 * Drops a category's row: on its own category it goes to the slot, on another one it moves there, anywhere else (a null target) it becomes
 * a node at the point.
 */
export function dropRow(
  document: GraphDocument,
  row: { readonly nodeId: string; readonly rowId: string },
  { targetId, slot }: RowSlot,
  point: Vector,
  fresh: FreshIds,
): readonly Change[] {
  const { nodeId, rowId } = row;
  if (targetId === null) return detachRow(document, nodeId, rowId, point, fresh);
  if (slot !== null) return moveRow(document, nodeId, rowId, slot);
  return moveRowInto(document, nodeId, rowId, targetId, fresh);
}
