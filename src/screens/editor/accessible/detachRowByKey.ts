import type { Editor } from '../../../engine';

/** World pixels between a category and the row that was taken out of it. */
const GAP = 45;

/** The keyboard's way out of a category: the row becomes a node to its right, at its own height. Returns the node's id. */
export function detachRowByKey(editor: Editor, categoryId: string, rowId: string): string | null {
  const category = editor.document.node(categoryId);
  if (!category) return null;
  const { size, rows } = editor.document.kinds.layoutOf(category);
  const row = rows.find((each) => each.rowId === rowId);
  const { x, y } = editor.scene.positionOf(category);
  return editor.detachRow(categoryId, rowId, { x: x + size.width + GAP, y: y + (row?.box.y ?? 0) });
}
