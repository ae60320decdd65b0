import { isItem } from '../nodes/categoryItems';
import type { Change } from './Change';
import type { FlowNode } from './FlowNode';

type RowChange = Extract<Change, { readonly type: 'addRow' | 'setRow' | 'removeRow' }>;
type Members = Readonly<Record<string, unknown>>;

/** Sets these members in the record, removes undefined ones, and returns their former values too; null when nothing would differ. */
export function setMembers(
  record: Members,
  members: Members,
): { readonly next: Members; readonly before: Members } | null {
  const before: Record<string, unknown> = {};
  const next: Record<string, unknown> = { ...record };
  for (const [key, value] of Object.entries(members)) {
    before[key] = record[key];
    if (value === undefined) delete next[key];
    else next[key] = value;
  }
  return Object.keys(before).every((key) => before[key] === members[key]) ? null : { next, before };
}

/** The category after the change of one row and the change that leads back; null when nothing would differ. */
export function changeRow(
  node: FlowNode,
  change: RowChange,
): { readonly node: FlowNode; readonly inverse: Change } | null {
  const { id, data } = node;
  const rows: unknown = data.categories;
  if (!Array.isArray(rows)) return null;
  const withRows = (categories: readonly unknown[], inverse: Change) => ({
    node: { ...node, data: { ...data, categories } },
    inverse,
  });
  const rowId = change.type === 'addRow' ? change.row.id : change.rowId;
  const at = rows.findIndex((row) => isItem(row) && row.id === rowId);
  if (change.type === 'addRow') {
    // The inverse of adding a second row with one id would remove the first, so it sets the rows back instead.
    const inverse: Change =
      at < 0 ? { type: 'removeRow', id, rowId } : { type: 'setData', id, data: { categories: rows } };
    return withRows(rows.toSpliced(change.index ?? rows.length, 0, change.row), inverse);
  }
  const row: unknown = rows[at];
  if (!isItem(row)) return null;
  if (change.type === 'removeRow') return withRows(rows.toSpliced(at, 1), { type: 'addRow', id, row, index: at });
  const set = setMembers({ ...row }, change.data);
  return set && withRows(rows.with(at, set.next), { type: 'setRow', id, rowId, data: set.before });
}
