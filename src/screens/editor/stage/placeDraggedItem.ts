import { categoryItems, type CategoryItem, type Editor, type FlowNode, type Vector } from '../../../engine';
import type { DraggedItem } from './draggedItem';

/** The topmost category under a world point; null when there is none. */
export const categoryAt = (editor: Editor, at: Vector): FlowNode | null =>
  editor.scene.nodesIn({ ...at, width: 0, height: 0 }).findLast(({ type }) => type === 'category') ?? null;

/** Every row as it came, those of a foreign shape too: moving one keeps the others. */
const rowsOf = ({ data: { categories } }: FlowNode): readonly unknown[] =>
  Array.isArray(categories) ? categories : [];

function ownerOf(editor: Editor, { id, parentId }: DraggedItem): { category: FlowNode; item: CategoryItem } | null {
  const named = parentId === null ? undefined : editor.document.node(parentId);
  const candidates = named ? [named] : editor.document.nodes;
  for (const category of candidates) {
    const item = category.type === 'category' && categoryItems(category).find((row) => row.id === id);
    if (item) return { category, item };
  }
  return null;
}

/**
 * A row was dropped at a world point: on its own category nothing happens, on another one it moves there, anywhere
 * else it becomes a node of its own. A row that is in no category (any more) is ignored. One step to undo.
 */
export function placeDraggedItem(editor: Editor, dragged: DraggedItem, at: Vector): void {
  const owner = ownerOf(editor, dragged);
  if (!owner) return;
  const { category, item } = owner;
  const target = categoryAt(editor, at);
  if (target?.id === category.id) return;
  if (!target) {
    editor.detachItem(category.id, item.id, at);
    return;
  }
  const left = rowsOf(category).filter((row) => row !== item);
  editor.run([
    left.length === 0
      ? { type: 'removeNode', id: category.id }
      : { type: 'setData', id: category.id, data: { categories: left } },
    {
      type: 'setData',
      id: target.id,
      data: { categories: [...rowsOf(target), { ...item, parentId: target.id }] },
    },
  ]);
}
