import type { TFunction } from 'i18next';
import { categoryItems, itemText, promptOf, type CategoryItem, type Change, type Editor } from '../../../engine';
import { announce } from '../../../ui/live/announce';
import { nodeName } from './nodeName';

const rowName = ({ name }: CategoryItem, t: TFunction): string => itemText(name).trim() || t('node.untitled');

/** Announces the place of a row among those of its category. */
export function tellPlace(editor: Editor, categoryId: string, rowId: string, t: TFunction): void {
  const category = editor.document.node(categoryId);
  const rows = category ? categoryItems(category) : [];
  const place = rows.findIndex(({ id }) => id === rowId);
  const row = rows[place];
  if (row) announce('live.rowMoved', { name: rowName(row, t), place: place + 1, count: rows.length });
}

/** Announces that rows have come into a category, or have another place in their own; returns whether this was the change. */
export function tellRows(editor: Editor, changes: readonly Change[], t: TFunction): boolean {
  const added = changes.flatMap((change) => (change.type === 'addRow' ? [change] : []));
  const last = added.at(-1);
  const category = last && editor.document.node(last.id);
  if (!category) return false;
  if (changes.some((change) => change.type === 'removeRow' && change.id === category.id))
    tellPlace(editor, category.id, last.row.id, t);
  else {
    // Its name may be made of its rows; a person knows it by the name that it had.
    const categories = categoryItems(category).filter(({ id }) => added.every(({ row }) => row.id !== id));
    const before = { ...category, data: { ...category.data, categories } };
    const { document } = editor;
    const name = nodeName(document.kinds, before, promptOf(document, before), t);
    announce('live.movedInto', { name: rowName(last.row, t), category: name });
  }
  return true;
}
