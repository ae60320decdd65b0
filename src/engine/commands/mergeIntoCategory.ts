import { categoryRows } from '../model/categoryItems';
import type { Change } from '../model/Change';
import type { CategoryItem } from '../model/FlowNode';
import type { GraphDocument } from '../model/GraphDocument';
import { canMerge } from '../scene/mergeTarget';

const asText = (value: unknown): string => (typeof value === 'string' ? value : '');

/** A dropped item becomes the category's last row; the node and its edges go. Empty when nothing may merge. */
export function mergeIntoCategory(
  document: GraphDocument,
  nodeIds: Iterable<string>,
  categoryId: string,
): readonly Change[] {
  const category = document.node(categoryId);
  if (category?.type !== 'category') return [];
  const merged = Array.from(new Set(nodeIds), (id) => document.node(id)).filter((node) => node && canMerge(node));
  if (merged.length === 0) return [];
  const rows = merged.flatMap((node): CategoryItem[] => {
    if (!node) return [];
    const value = node.data.value;
    return [
      {
        id: node.id,
        name: asText(node.data.name),
        value: Array.isArray(value) ? (value as readonly string[]) : asText(value),
        parentId: categoryId,
      },
    ];
  });
  return [
    ...rows.map((row): Change => ({ type: 'removeNode', id: row.id })),
    { type: 'setData', id: categoryId, data: { categories: [...categoryRows(category), ...rows] } },
  ];
}
