import type { TFunction } from 'i18next';
import { useMemo, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { uncoveredPlace, freeSpot, reveal, type Editor, type Size, type Vector } from '../../../engine';
import { notify, type AppNotice } from '../../../ui/toasts/notify';
import { LIBRARY_ID } from '../../library/Library';
import { isNarrowWindow } from '../view/useMediaQuery';
import type { DropZone } from './followDrag';
import type { PaletteItem } from './paletteItems';
import { PANEL_ID } from './Rail';

/**
 * Null when the entry may be dropped, else the toast that says why not (DROP-5, DROP-6). An image model
 * names itself; of text, video and audio no model can be dropped at all.
 */
export function judgeDrop(item: PaletteItem, t: TFunction): AppNotice | null {
  if (item.isAvailable) return null;
  if (item.panel !== 'image') {
    return { variant: 'info', titleKey: 'toast.notYetTitle2', descriptionKey: 'toast.notYetContent' };
  }
  return {
    variant: 'info',
    titleKey: 'toast.notYetTitle',
    description: `${item.model}: ${t('toast.notYetContent2')} ${t('toast.notYetContent3')}`,
  };
}

/** Ids of panels that lie over the stage and take no drop; on a narrow window they make way. */
const COVERS = [PANEL_ID, LIBRARY_ID];

const isInside = (element: Element | null, x: number, y: number): boolean => {
  if (!element) return false;
  const box = element.getBoundingClientRect();
  return x >= box.left && x < box.right && y >= box.top && y < box.bottom;
};

const isInWindow = (x: number, y: number): boolean => x >= 0 && x < innerWidth && y >= 0 && y < innerHeight;

/** The canvas as the palette's drop zone, with the rules and toasts of DROP-1 to DROP-6. */
export function useDropZone(
  editor: Editor,
  area: RefObject<HTMLElement | null>,
  focusNode: (nodeId: string | null) => void,
  models: DropZone['models'],
): DropZone {
  const { t } = useTranslation();
  return useMemo(() => {
    const { kinds } = editor.document;

    const place = (item: PaletteItem, corner: Vector): string | null => {
      const refusal = judgeDrop(item, t);
      if (refusal) {
        notify(refusal);
        return null;
      }
      return editor.addNode(item.nodeType, item.model, corner);
    };
    const onStage = (x: number, y: number): Vector => {
      const box = area.current?.getBoundingClientRect();
      return { x: x - (box?.left ?? 0), y: y - (box?.top ?? 0) };
    };
    const holds = (x: number, y: number): boolean =>
      isInside(area.current, x, y) &&
      (isNarrowWindow() || !COVERS.some((id) => isInside(document.getElementById(id), x, y)));
    const land = (size: Size, x: number, y: number): Vector => {
      editor.dispatch({ type: 'dragOver', point: null });
      const at = onStage(x, y);
      return uncoveredPlace(editor.view, at, size) ?? editor.view.toWorld(at);
    };
    return {
      kinds,
      models,
      holds,
      dragOver: (x, y) => {
        // A pointer beyond the window has left the stage over its edge; the panel, the rail and the bar lie within.
        const isOverStage = holds(x, y) || !isInWindow(x, y);
        editor.dispatch({ type: 'dragOver', point: isOverStage ? onStage(x, y) : null });
        return isOverStage;
      },
      giveUp: () => void editor.dispatch({ type: 'cancel' }),
      land,
      zoom: () => editor.view.viewport.zoom,
      drop: (item, clientX, clientY) => {
        const nodeId = place(item, land(kinds.newSizeOf(item.nodeType), clientX, clientY));
        focusNode(null);
        return nodeId !== null;
      },
      add: (item, at) => {
        const size = kinds.newSizeOf(item.nodeType);
        const free = editor.view.freeBox();
        const { x, y } = at ?? editor.view.freeMiddle();
        const wanted = { x: x - size.width / 2, y: y - size.height / 2 };
        const corner = freeSpot(editor.scene, size, wanted, free.x + free.width);
        const nodeId = place(item, corner);
        // A tap gives the node no focus, which would bring it into view.
        if (nodeId !== null) reveal(editor.view, { ...corner, ...size });
        return nodeId;
      },
      focus: (nodeId = null) => focusNode(nodeId),
    };
  }, [editor, area, focusNode, models, t]);
}
