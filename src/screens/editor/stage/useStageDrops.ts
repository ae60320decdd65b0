import { useMemo, useState, type DragEvent, type RefObject } from 'react';
import {
  besideCovered,
  nodeSize,
  rowBesideCovered,
  rowSlotAt,
  rowSize,
  type Editor,
  type RowSlot,
  type Vector,
} from '../../../engine';
import type { Uploads } from '../../../stores/Uploads';
import { DRAGGED_ITEM_KEY, itemInHand, readDraggedItem } from './draggedItem';
import { ownerOf, placeDraggedItem } from './placeDraggedItem';

const isItem = (event: DragEvent): boolean => event.dataTransfer.types.includes(DRAGGED_ITEM_KEY);
const hasFiles = (event: DragEvent): boolean => event.dataTransfer.types.includes('Files');

const sizeOf = (type: string) => nodeSize({ id: '', type, position: { x: 0, y: 0 }, data: {} });
const ITEM_SIZE = sizeOf('categoryItem');

const NOWHERE: RowSlot = { targetId: null, slot: null };

export interface StageDrops {
  /** Where a dragged row would go; its category is lit up. */
  readonly place: RowSlot;
  readonly handlers: {
    readonly onDragOver: (event: DragEvent<HTMLElement>) => void;
    readonly onDragLeave: (event: DragEvent<HTMLElement>) => void;
    readonly onDrop: (event: DragEvent<HTMLElement>) => void;
  };
}

/**
 * What the browser's own dragging brings onto the stage: a category's row from any element, and picture files. They
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
      const { viewport } = editor;
      const row = rowSize('imageUpload', files.length);
      const hit = besideCovered(viewport, screen, row) ? null : editor.hit(screen);
      const input = hit && 'node' in hit && hit.node.type === 'imageUpload' ? hit.node : null;
      if (input) {
        void uploads.chooseFiles(input.id, files);
        return;
      }
      const beside = (files.length > 1 ? rowBesideCovered : besideCovered)(viewport, screen, row);
      void uploads.addFiles(files, beside ?? viewport.toWorld(screen));
    };
    const putDown = (): void => {
      setPlace(NOWHERE);
      editor.dispatch({ type: 'carry', point: null });
    };
    return {
      onDragOver: (event: DragEvent<HTMLElement>) => {
        if (!isItem(event) && !hasFiles(event)) return;
        event.preventDefault();
        event.dataTransfer.dropEffect = isItem(event) ? 'move' : 'copy';
        if (!isItem(event)) return;
        const point = screenPoint(event);
        editor.dispatch({ type: 'carry', point });
        const item = itemInHand();
        const next = rowSlotAt(editor, item && ownerOf(editor, item), editor.viewport.toWorld(point));
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
          const { viewport } = editor;
          placeDraggedItem(editor, item, besideCovered(viewport, screen, ITEM_SIZE) ?? viewport.toWorld(screen));
        } else dropFiles(files, screen);
      },
    };
  }, [editor, area, uploads]);

  return { place, handlers };
}
