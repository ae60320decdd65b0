import { useMemo, useState, type DragEvent, type RefObject } from 'react';
import {
  uncoveredPlace,
  uncoveredRowPlace,
  rowSlotAt,
  rowSize,
  type Editor,
  type RowSlot,
  type Vector,
} from '../../../engine';
import type { Uploads } from '../../../stores/Uploads';
import { DRAGGED_ITEM_KEY, draggedItem, readDraggedItem, ownerOf, placeDraggedItem } from './draggedItem';

const isItem = (event: DragEvent): boolean => event.dataTransfer.types.includes(DRAGGED_ITEM_KEY);
const hasFiles = (event: DragEvent): boolean => event.dataTransfer.types.includes('Files');

const NOWHERE: RowSlot = { targetId: null, slot: null };

export interface StageDrops {
  /** Place where a dragged row would go; its category is highlighted. */
  readonly place: RowSlot;
  readonly handlers: {
    readonly onDragOver: (event: DragEvent<HTMLElement>) => void;
    readonly onDragLeave: (event: DragEvent<HTMLElement>) => void;
    readonly onDrop: (event: DragEvent<HTMLElement>) => void;
  };
}

/**
 * Takes drops of the browser's own dragging on the stage: a category's row from any element, and picture files. Files
 * go to the picture input under them, or to new ones where they fall.
 */
export function useStageDrops(
  editor: Editor,
  area: RefObject<HTMLElement | null>,
  uploads: Pick<Uploads, 'addFiles' | 'chooseFiles'>,
): StageDrops {
  const [place, setPlace] = useState(NOWHERE);

  const handlers = useMemo(() => {
    const screenPoint = (event: DragEvent): Vector => {
      const box = area.current?.getBoundingClientRect();
      return { x: event.clientX - (box?.left ?? 0), y: event.clientY - (box?.top ?? 0) };
    };
    const dropFiles = (files: readonly File[], screen: Vector): void => {
      const { view } = editor;
      const row = rowSize('imageUpload', files.length, editor.document.kinds);
      const hit = uncoveredPlace(view, screen, row) ? null : editor.hit(screen);
      const input = hit && 'node' in hit && hit.node.type === 'imageUpload' ? hit.node : null;
      if (input) {
        void uploads.chooseFiles(input.id, files);
        return;
      }
      const beside = (files.length > 1 ? uncoveredRowPlace : uncoveredPlace)(view, screen, row);
      void uploads.addFiles(files, beside ?? view.toWorld(screen));
    };
    const putDown = (): void => {
      setPlace(NOWHERE);
      editor.dispatch({ type: 'dragOver', point: null });
    };
    return {
      onDragOver: (event: DragEvent<HTMLElement>) => {
        if (!isItem(event) && !hasFiles(event)) return;
        event.preventDefault();
        event.dataTransfer.dropEffect = isItem(event) ? 'move' : 'copy';
        if (!isItem(event)) return;
        const point = screenPoint(event);
        editor.dispatch({ type: 'dragOver', point });
        const item = draggedItem();
        const next = rowSlotAt(editor, item && ownerOf(editor, item), editor.view.toWorld(point));
        setPlace((shown) => (shown.targetId === next.targetId && shown.slot === next.slot ? shown : next));
      },
      onDragLeave: (event: DragEvent<HTMLElement>) => {
        const isInside = event.relatedTarget instanceof Node && event.currentTarget.contains(event.relatedTarget);
        if (!isInside) putDown();
      },
      onDrop: (event: DragEvent<HTMLElement>) => {
        putDown();
        const screen = screenPoint(event);
        const item = readDraggedItem(event.dataTransfer);
        const files = [...event.dataTransfer.files];
        if (!item && files.length === 0) return;
        event.preventDefault();
        if (item) {
          const { view } = editor;
          placeDraggedItem(
            editor,
            item,
            uncoveredPlace(view, screen, editor.document.kinds.newSizeOf('categoryItem')) ?? view.toWorld(screen),
          );
        } else dropFiles(files, screen);
      },
    };
  }, [editor, area, uploads]);

  return { place, handlers };
}
