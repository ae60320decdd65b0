import { useEffect, useMemo, useState, type DragEvent, type RefObject } from 'react';
import {
  uncoveredPlace,
  uncoveredRowPlace,
  rowSlotAt,
  rowSize,
  type Editor,
  type RowSlot,
  type Vector,
} from '../../../engine';
import { TEXT_BECOMES, type FlowClipboard } from '../../../stores/clipboard/FlowClipboard';
import type { Uploads } from '../../../stores/Uploads';
import { isMeantElsewhere } from '../clipboard/useClipboard';
import { DRAGGED_ITEM_KEY, draggedItem, readDraggedItem, ownerOf, placeDraggedItem } from './draggedItem';

const isItem = (event: DragEvent): boolean => event.dataTransfer.types.includes(DRAGGED_ITEM_KEY);
const hasFiles = ({ dataTransfer }: { readonly dataTransfer: DataTransfer | null }): boolean =>
  dataTransfer?.types.includes('Files') === true;
/** Words or an address; a field takes them itself. */
const hasWords = (event: DragEvent): boolean =>
  event.dataTransfer.types.includes('text/plain') && !isMeantElsewhere(event.target);

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

/** A file that falls beside the stage would be opened in place of the app. */
function holdBackFiles(event: globalThis.DragEvent): void {
  if (event.defaultPrevented || !hasFiles(event)) return;
  event.preventDefault();
  if (event.dataTransfer) event.dataTransfer.dropEffect = 'none';
}

/**
 * Takes drops of the browser's own dragging on the stage: a category's row from any element, picture files, and words.
 * Files go to the picture input under them, or to new ones where they fall; words become what they become when pasted.
 */
export function useStageDrops(
  editor: Editor,
  area: RefObject<HTMLElement | null>,
  uploads: Pick<Uploads, 'addFiles' | 'chooseFiles'>,
  clipboard: Pick<FlowClipboard, 'paste'>,
): StageDrops {
  const [place, setPlace] = useState(NOWHERE);

  useEffect(() => {
    window.addEventListener('dragover', holdBackFiles);
    window.addEventListener('drop', holdBackFiles);
    return () => {
      window.removeEventListener('dragover', holdBackFiles);
      window.removeEventListener('drop', holdBackFiles);
    };
  }, []);

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
    const besideCover = (screen: Vector, kind: string): Vector =>
      uncoveredPlace(editor.view, screen, editor.document.kinds.newSizeOf(kind)) ?? editor.view.toWorld(screen);
    const dropWords = (data: DataTransfer, screen: Vector): void => {
      const { x, y } = besideCover(screen, TEXT_BECOMES);
      const { width, height } = editor.document.kinds.newSizeOf(TEXT_BECOMES);
      const form = { html: data.getData('text/html'), plain: data.getData('text/plain') };
      clipboard.paste(form, { x: x + width / 2, y: y + height / 2 });
    };
    const putDown = (): void => {
      setPlace(NOWHERE);
      editor.dispatch({ type: 'dragOver', point: null });
    };
    return {
      onDragOver: (event: DragEvent<HTMLElement>) => {
        if (!isItem(event) && !hasFiles(event) && !hasWords(event)) return;
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
        if (!item && files.length === 0 && !hasWords(event)) return;
        event.preventDefault();
        if (item) placeDraggedItem(editor, item, besideCover(screen, 'categoryItem'));
        else if (files.length > 0) dropFiles(files, screen);
        else dropWords(event.dataTransfer, screen);
      },
    };
  }, [editor, area, uploads, clipboard]);

  return { place, handlers };
}
