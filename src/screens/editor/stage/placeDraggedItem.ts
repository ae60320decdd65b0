import { categoryItems, type Editor, type FlowNode, type Vector } from '../../../engine';
import type { DraggedItem } from './draggedItem';

/** The category that holds the row: the one it names, or, when it names none, the first that has it. */
export function ownerOf({ document }: Editor, { id, parentId }: DraggedItem): string | null {
  const named = parentId === null ? undefined : document.node(parentId);
  const candidates = named ? [named] : document.allNodes();
  const hasRows = ({ type }: FlowNode): boolean => document.kinds.of(type)?.rowType !== undefined;
  const owner = candidates.find((node) => hasRows(node) && categoryItems(node).some((row) => row.id === id));
  return owner?.id ?? null;
}

/** A row was dropped at a world point (see Editor.placeItem). A row that is in no category (any more) is ignored. */
export function placeDraggedItem(editor: Editor, dragged: DraggedItem, at: Vector): void {
  const ownerId = ownerOf(editor, dragged);
  if (ownerId !== null) editor.placeItem(ownerId, dragged.id, at);
}
