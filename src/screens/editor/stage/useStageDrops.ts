import { useMemo, useState, type DragEvent, type RefObject } from 'react';
import { dropTargetAt, type Editor, type Vector } from '../../../engine';
import type { Uploads } from '../../../stores/Uploads';
import { DRAGGED_ITEM_KEY, readDraggedItem } from './draggedItem';
import { placeDraggedItem } from './placeDraggedItem';

const isItem = (event: DragEvent): boolean => event.dataTransfer.types.includes(DRAGGED_ITEM_KEY);
const hasFiles = (event: DragEvent): boolean => event.dataTransfer.types.includes('Files');

export interface StageDrops {
  /** The category under a dragged row; it is lit up. */
  readonly targetId: string | null;
  readonly handlers: {
    readonly onDragOver: (event: DragEvent<HTMLElement>) => void;
    readonly onDragLeave: (event: DragEvent<HTMLElement>) => void;
    readonly onDrop: (event: DragEvent<HTMLElement>) => void;
  };
}

/**
 * What the browser's own dragging brings onto the stage: a category's row from any element, and picture files. A file
 * goes to the picture input under it, or to a new one where it falls.
 */
export function useStageDrops(
  editor: Editor,
  area: RefObject<HTMLElement | null>,
  uploads: Pick<Uploads, 'accepts' | 'chooseFile'>,
): StageDrops {
  const [targetId, setTargetId] = useState<string | null>(null);

  const handlers = useMemo(() => {
    const screenPoint = (event: DragEvent): Vector => {
      const box = area.current?.getBoundingClientRect();
      return { x: event.clientX - (box?.left ?? 0), y: event.clientY - (box?.top ?? 0) };
    };
    const pictureInputAt = (screen: Vector): string => {
      const hit = editor.hit(screen);
      if ('node' in hit && hit.node.type === 'imageUpload') return hit.node.id;
      return editor.addNode('imageUpload', null, editor.viewport.toWorld(screen));
    };
    const putDown = (): void => {
      setTargetId(null);
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
        const target = dropTargetAt(editor.scene, editor.viewport.toWorld(point), ['categoryItem']);
        setTargetId(target?.id ?? null);
      },
      onDragLeave: (event: DragEvent<HTMLElement>) => {
        const isInside = event.relatedTarget instanceof Node && event.currentTarget.contains(event.relatedTarget);
        if (!isInside) putDown();
      },
      onDrop: (event: DragEvent<HTMLElement>) => {
        putDown();
        const screen = screenPoint(event);
        const item = readDraggedItem(event.dataTransfer);
        const [file] = event.dataTransfer.files;
        if (!item && !file) return;
        event.preventDefault();
        if (item) placeDraggedItem(editor, item, editor.viewport.toWorld(screen));
        // First whether it is a picture: a refused one leaves no empty node behind.
        else if (file && uploads.accepts(file)) void uploads.chooseFile(pictureInputAt(screen), file);
      },
    };
  }, [editor, area, uploads]);

  return { targetId, handlers };
}
