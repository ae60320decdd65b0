import { categoryItems } from '../nodes/categoryItems';
import type { Change } from './Change';
import type { CategoryItem, FlowNode } from './FlowNode';

type Members = Readonly<Record<string, unknown>>;

/** Whether two values read the same: a merge may have made a copy of a list. */
const isSame = (one: unknown, other: unknown): boolean =>
  one === other ||
  (typeof one === 'object' && typeof other === 'object' && JSON.stringify(one) === JSON.stringify(other));

/** The members that differ, as they are after; null when none does. */
function changedMembers(before: Members, after: Members): Members | null {
  const keys = new Set([...Object.keys(before), ...Object.keys(after)]);
  const entries = [...keys].flatMap((key) => (isSame(before[key], after[key]) ? [] : [[key, after[key]] as const]));
  return entries.length === 0 ? null : Object.fromEntries(entries);
}

/** The rows have changes of their own; a list of a foreign shape is a member like any other. */
function withoutRows(data: Members): Members {
  const { categories, ...rest } = data;
  return Array.isArray(categories) ? rest : data;
}

/**
 * The changes from a node's data to later data of it, row by row. Rows that have gone and new places of rows are not among them.
 *
 * @param formerRow A row that `before` does not have, as it was elsewhere.
 */
export function fieldChanges(
  before: FlowNode,
  after: FlowNode,
  formerRow: (row: CategoryItem) => CategoryItem | undefined = () => undefined,
): readonly Change[] {
  if (before.data === after.data) return [];
  const { id } = after;
  const data = changedMembers(withoutRows(before.data), withoutRows(after.data));
  const same = new Set(categoryItems(before));
  const earlier = new Map(Array.from(same, (row) => [row.id, row]));
  const rows = categoryItems(after).flatMap((row): Change | readonly [] => {
    if (same.has(row)) return [];
    const former = earlier.get(row.id) ?? formerRow(row);
    if (!former) return { type: 'addRow', id, row };
    const members = changedMembers({ ...former }, { ...row });
    return members ? { type: 'setRow', id, rowId: row.id, data: members } : [];
  });
  return data ? [{ type: 'setData', id, data }, ...rows] : rows;
}
