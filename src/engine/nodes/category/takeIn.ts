import type { Change } from '../../document/Change';
import type { CategoryItem, FlowNode } from '../../document/FlowNode';
import type { FreshIds } from '../../document/FreshIds';
import { categoryRows } from '../categoryItems';
import { RowIds } from '../RowIds';

const asText = (value: unknown): string => (typeof value === 'string' ? value : '');

/** What is dropped becomes the category's last rows; the nodes and their edges go. */
export function takeIn(category: FlowNode, nodes: readonly FlowNode[], fresh: FreshIds): readonly Change[] {
  const before = categoryRows(category);
  const ids = new RowIds('categoryItem', before, fresh);
  const rows = nodes.map(({ id, data: { name, value } }): CategoryItem => ({
    id: ids.take(id),
    name: asText(name),
    value: Array.isArray(value) ? (value as readonly string[]) : asText(value),
    parentId: category.id,
  }));
  return [
    ...nodes.map(({ id }): Change => ({ type: 'removeNode', id })),
    { type: 'setData', id: category.id, data: { categories: [...before, ...rows] } },
  ];
}
