import { cardLayout, type Editor } from '../../../engine';

/** World pixels between a category and the row that was taken out of it. */
const GAP = 45;

/** The keyboard's way out of a category: the row becomes a node to its right, at its own height. */
export function takeItemOut(editor: Editor, categoryId: string, itemId: string): void {
  const category = editor.document.node(categoryId);
  if (!category) return;
  const { size, rows } = cardLayout(category);
  const row = rows.find((each) => each.itemId === itemId);
  const { x, y } = editor.scene.positionOf(category);
  editor.detachItem(categoryId, itemId, { x: x + size.width + GAP, y: y + (row?.box.y ?? 0) });
}
