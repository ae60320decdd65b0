import { snap, type Vector } from '../geometry/vector';
import { categoryItems, categoryRows } from '../model/categoryItems';
import type { Change } from '../model/Change';
import type { FlowNode } from '../model/FlowNode';
import type { GraphDocument } from '../model/GraphDocument';
import { GRID } from './moveNodes';

/**
 * Takes a row out of its category: it becomes a free node at the point, under its item id (or `freshId` when a
 * node has that id already); a category without rows removes itself. Empty when there is no such row.
 */
export function detachItem(
  document: GraphDocument,
  categoryId: string,
  itemId: string,
  point: Vector,
  freshId: string,
): readonly Change[] {
  const category = document.node(categoryId);
  if (category?.type !== 'category') return [];
  const item = categoryItems(category).find(({ id }) => id === itemId);
  if (!item) return [];
  const { id: _, parentId: __, ...data } = item;
  const node: FlowNode = {
    id: document.node(itemId) ? freshId : itemId,
    type: 'categoryItem',
    position: snap(point, GRID),
    data,
  };
  const left = categoryRows(category).filter((candidate) => candidate !== item);
  return [
    left.length === 0
      ? { type: 'removeNode', id: categoryId }
      : { type: 'setData', id: categoryId, data: { categories: left } },
    { type: 'addNode', node },
  ];
}
