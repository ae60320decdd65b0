import type { Change } from '../../document/Change';
import type { CategoryItem, FlowNode } from '../../document/FlowNode';
import type { FreshIds } from '../../document/FreshIds';
import { categoryRows } from '../categoryItems';
import { RowIds } from '../RowIds';

const asText = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Dropped nodes become the category's last rows; the nodes and their edges go. */
export function takeIn(category: FlowNode, nodes: readonly FlowNode[], fresh: FreshIds): readonly Change[] {
  const ids = new RowIds('categoryItem', categoryRows(category), fresh);
  const rows = nodes.map(({ id, data: { name, value, each, pair } }): CategoryItem => ({
    id: ids.take(id),
    name: asText(name),
    value: Array.isArray(value) ? (value as readonly string[]) : asText(value),
    parentId: category.id,
    ...(each === true && { each }),
    ...(typeof pair === 'string' && { pair }),
  }));
  return [
    ...nodes.map(({ id }): Change => ({ type: 'removeNode', id })),
    ...rows.map((row): Change => ({ type: 'addRow', id: category.id, row })),
  ];
}
