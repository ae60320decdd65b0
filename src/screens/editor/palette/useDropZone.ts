import { useMemo, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { besideCovered, freeSpot, nodeSize, type Editor, type Size, type Vector } from '../../../engine';
import { notify } from '../../../ui/toasts/notify';
import { isNarrowWindow } from '../view/isNarrowWindow';
import type { DropZone } from './followPaletteDrag';
import { judgeDrop } from './judgeDrop';
import type { PaletteItem } from './paletteItems';
import { PANEL_ID } from './Rail';

const isInside = (element: Element | null, x: number, y: number): boolean => {
  if (!element) return false;
  const box = element.getBoundingClientRect();
  return x >= box.left && x < box.right && y >= box.top && y < box.bottom;
};

const isInWindow = (x: number, y: number): boolean => x >= 0 && x < innerWidth && y >= 0 && y < innerHeight;

const sizeOf = ({ nodeType }: PaletteItem): Size =>
  nodeSize({ id: '', type: nodeType, position: { x: 0, y: 0 }, data: {} });

/** The canvas as the palette drops on it, with the rules and toasts of DROP-1 to DROP-6. */
export function useDropZone(
  editor: Editor,
  area: RefObject<HTMLElement | null>,
  focusNode: (nodeId: string | null) => void,
): DropZone {
  const { t } = useTranslation();
  return useMemo(() => {
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
      isInside(area.current, x, y) && (isNarrowWindow() || !isInside(document.getElementById(PANEL_ID), x, y));
    return {
      holds,
      carry: (x, y) => {
        // Beyond the window the pointer has left the stage over its edge; the panel, the rail and the bar lie within.
        const isCarried = holds(x, y) || !isInWindow(x, y);
        editor.dispatch({ type: 'carry', point: isCarried ? onStage(x, y) : null });
        return isCarried;
      },
      giveUp: () => void editor.dispatch({ type: 'cancel' }),
      zoom: () => editor.viewport.camera.zoom,
      drop: (item, clientX, clientY) => {
        editor.dispatch({ type: 'carry', point: null });
        const at = onStage(clientX, clientY);
        const { viewport } = editor;
        const nodeId = place(item, besideCovered(viewport, at, sizeOf(item)) ?? viewport.toWorld(at));
        focusNode(null);
        return nodeId !== null;
      },
      addAtCentre: (item) => {
        const size = sizeOf(item);
        const { x, y, width, height } = editor.viewport.visibleBox();
        const corner = { x: x + (width - size.width) / 2, y: y + (height - size.height) / 2 };
        return place(item, freeSpot(editor.scene, size, corner));
      },
      focus: (nodeId = null) => focusNode(nodeId),
    };
  }, [editor, area, focusNode, t]);
}
