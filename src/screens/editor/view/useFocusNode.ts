import { useCallback, useRef, type RefObject } from 'react';
import type { GoTo } from '../../../engine/konva';
import { isNarrowWindow } from './useMediaQuery';

/** Gives the focus to a node, or to the canvas for null. `besideId`: a node that stays in sight. */
export type FocusNode = (nodeId: string | null, besideId?: string) => void;

/** A function that gives the focus to the canvas, or to what covers it, and the ref for the accessible layer's `GoTo`. */
export function useFocusNode(area: RefObject<HTMLElement | null>): readonly [FocusNode, RefObject<GoTo | null>] {
  const goToRef = useRef<GoTo>(null);
  const focusNode = useCallback(
    (nodeId: string | null, besideId?: string) => {
      // The canvas is hidden under a sheet, and under the list in a narrow window.
      const covers = isNarrowWindow()
        ? '[data-testid="sheet-grid"], [data-testid="outline-tree"]'
        : '[data-testid="sheet-grid"]';
      const cover = document.querySelector<HTMLElement>(covers);
      if (cover) {
        cover.focus({ preventScroll: true });
        return;
      }
      area.current?.querySelector<HTMLElement>('[data-stage]')?.focus({ preventScroll: true });
      // A node that was only just added has no element yet.
      if (nodeId !== null) goToRef.current?.(nodeId, undefined, besideId);
    },
    [area],
  );
  return [focusNode, goToRef];
}
