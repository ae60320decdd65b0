import { type CategoryItem, categoryItems, type Editor, type FlowNode, type Vector } from '../../../engine';

/** The drag data key under which a category item travels as JSON (CAT-7). */
export const DRAGGED_ITEM_KEY = 'reactflow-item';

/** The row that this page drags by the browser's own dragging, whose data can be read only at the drop. */
let current: DraggedItem | null = null;

export const draggedItem = (): DraggedItem | null => current;

export const forgetDraggedItem = (): void => {
  current = null;
};

export function writeDraggedItem(data: DataTransfer, item: CategoryItem): void {
  current = { id: item.id, parentId: item.parentId ?? null };
  data.setData(DRAGGED_ITEM_KEY, JSON.stringify(item));
  data.effectAllowed = 'move';
}

interface DraggedItem {
  readonly id: string;
  readonly parentId: string | null;
}

/** Null when the drag carries no item or something of another shape. */
export function readDraggedItem(data: DataTransfer): DraggedItem | null {
  try {
    const item: unknown = JSON.parse(data.getData(DRAGGED_ITEM_KEY));
    if (typeof item !== 'object' || item === null) return null;
    const { id, parentId } = item as { readonly id?: unknown; readonly parentId?: unknown };
    if (typeof id !== 'string') return null;
    return { id, parentId: typeof parentId === 'string' ? parentId : null };
  } catch {
    return null;
  }
}

/** The category that holds the row: the one it names, or, when it names none, the first that has it. */
export function ownerOf({ document }: Editor, { id, parentId }: DraggedItem): string | null {
  const named = parentId === null ? undefined : document.node(parentId);
  const candidates = named ? [named] : document.allNodes();
  const hasRows = ({ type }: FlowNode): boolean => document.kinds.of(type)?.rowType !== undefined;
  const owner = candidates.find((node) => hasRows(node) && categoryItems(node).some((row) => row.id === id));
  return owner?.id ?? null;
}

/** A row was dropped at a world point (see Editor.dropRow). A row that is in no category (any more) is ignored. */
export function placeDraggedItem(editor: Editor, dragged: DraggedItem, at: Vector): void {
  const ownerId = ownerOf(editor, dragged);
  if (ownerId !== null) editor.dropRow(ownerId, dragged.id, at);
}
