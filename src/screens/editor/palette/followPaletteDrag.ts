import type { PaletteItem } from './paletteItems';

/** What the panel asks of the canvas it drops on. Points are client coordinates. */
export interface DropZone {
  /** Whether a drop at the point lands on the stage. */
  readonly holds: (clientX: number, clientY: number) => boolean;
  /** Screen pixels per world pixel, for the ghost. */
  readonly zoom: () => number;
  readonly drop: (item: PaletteItem, clientX: number, clientY: number) => void;
  readonly addAtCentre: (item: PaletteItem) => void;
}

/** How far a pointer may tremble before a press becomes a drag; CSS pixels. */
const SLOP = 4;

/** How far a press on an entry has come. */
export type DragStage = 'none' | 'pressed' | 'dragging';

export interface DragView {
  readonly press: () => void;
  readonly start: (item: PaletteItem) => void;
  /** `isOver`: the point is on the stage. */
  readonly move: (clientX: number, clientY: number, isOver: boolean) => void;
  readonly end: () => void;
}

/**
 * Follows one press on a palette entry until it is a drop, a click or nothing. Pointer events, so that a mouse, a pen
 * and a finger do the same; the browser's own dragging has no touch.
 */
export function followPaletteDrag(
  press: PointerEvent,
  entry: HTMLElement,
  item: PaletteItem,
  zone: DropZone,
  view: DragView,
): void {
  const controller = new AbortController();
  const { signal } = controller;
  let isDragging = false;

  const finish = (): void => {
    controller.abort();
    view.end();
  };
  const isOurs = (event: PointerEvent): boolean => event.pointerId === press.pointerId;

  entry.setPointerCapture?.(press.pointerId);
  view.press();
  entry.addEventListener(
    'pointermove',
    (event) => {
      if (!isOurs(event)) return;
      const gap = Math.hypot(event.clientX - press.clientX, event.clientY - press.clientY);
      if (!isDragging && gap < SLOP) return;
      if (!isDragging) {
        isDragging = true;
        view.start(item);
      }
      view.move(event.clientX, event.clientY, zone.holds(event.clientX, event.clientY));
    },
    { signal },
  );
  entry.addEventListener(
    'pointerup',
    (event) => {
      if (!isOurs(event)) return;
      const isDrop = isDragging && zone.holds(event.clientX, event.clientY);
      finish();
      if (isDrop) zone.drop(item, event.clientX, event.clientY);
    },
    { signal },
  );
  entry.addEventListener(
    'pointercancel',
    (event) => {
      if (isOurs(event)) finish();
    },
    { signal },
  );
  window.addEventListener(
    'keydown',
    (event) => {
      if (event.key !== 'Escape' || !isDragging) return;
      event.preventDefault();
      finish();
    },
    { signal },
  );
}
