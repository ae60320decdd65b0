import { categoryRows } from '../nodes/categoryItems';
import type { Change } from '../document/Change';
import type { CategoryItem } from '../document/FlowNode';
import type { FreshIds } from '../document/FreshIds';
import type { GraphDocument } from '../document/GraphDocument';
import { canTake } from '../scene/dropTarget';
import { RowIds } from './RowIds';

const asText = (value: unknown): string => (typeof value === 'string' ? value : '');

/** What is dropped becomes the category's last rows; the nodes and their edges go. Empty when nothing may merge. */
export function mergeIntoCategory(
  document: GraphDocument,
  nodeIds: Iterable<string>,
  categoryId: string,
  fresh: FreshIds,
): readonly Change[] {
  const category = document.node(categoryId);
  if (category?.type !== 'category') return [];
  const before = categoryRows(category);
  const merged = Array.from(new Set(nodeIds), (id) => document.node(id))
    .filter((node) => node !== undefined)
    .filter((node) => canTake(category, node.type));
  if (merged.length === 0) return [];
  const ids = new RowIds(before, fresh);
  const rows = merged.map(({ id, data: { name, value } }): CategoryItem => ({
    id: ids.take(id),
    name: asText(name),
    value: Array.isArray(value) ? (value as readonly string[]) : asText(value),
    parentId: categoryId,
  }));
  return [
    ...merged.map(({ id }): Change => ({ type: 'removeNode', id })),
    { type: 'setData', id: categoryId, data: { categories: [...before, ...rows] } },
  ];
}
