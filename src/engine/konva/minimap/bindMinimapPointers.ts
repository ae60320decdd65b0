import type { Editor } from '../../Editor';
import { toWorld, type Viewport } from '../../geometry/viewport';
import { minimapTransform } from '../../render/minimap/minimapTransform';
import { MINIMAP_SIZE } from '../../render/minimap/paintMinimap';
import { pointIn } from '../input/eventInput';

/** The bit of the main button, of a finger and of a pen's tip. */
const MAIN_BUTTON = 1;

interface MinimapDrag extends Pick<PointerEvent, 'pointerId' | 'pointerType'> {
  /** The map as it was when the drag began: going after it while it shrinks would run away. */
  readonly map: Viewport;
  /** The view before it. */
  readonly before: Viewport;
}

/**
 * Moves the view by a press or a drag on the minimap. Escape cancels it, and so does a lost or unreported pointer: the view goes back to
 * where it was.
 */
export function bindMinimapPointers(area: HTMLElement, editor: Editor, signal: AbortSignal): void {
  const { view } = editor;
  let drag: MinimapDrag | null = null;

  const go = ({ map }: MinimapDrag, event: PointerEvent): void => view.centreOn(toWorld(map, pointIn(area, event)));
  const letGo = (): void => {
    drag = null;
  };
  const giveUp = (): void => {
    if (drag) view.setViewport(drag.before);
    drag = null;
  };
  const isDragging = ({ pointerId }: PointerEvent): boolean => drag?.pointerId === pointerId;

  area.addEventListener(
    'pointerdown',
    (event) => {
      if (!event.isPrimary || event.button !== 0) return;
      // A touch during a pen's work is the hand that holds the pen.
      if (drag?.pointerType === 'pen' && event.pointerType === 'touch') return;
      // A palm that came down before its pen, or a pointer whose release was never reported.
      giveUp();
      area.setPointerCapture(event.pointerId);
      const { pointerId, pointerType } = event;
      const map = minimapTransform(editor.scene.bounds(), view.visibleBox(), MINIMAP_SIZE);
      drag = { pointerId, pointerType, map, before: view.viewport };
      go(drag, event);
    },
    { signal },
  );
  area.addEventListener(
    'pointermove',
    (event) => {
      if (!drag || !isDragging(event)) return;
      if (event.buttons & MAIN_BUTTON) go(drag, event);
      // While another button is down the release of this one is reported as a move.
      else if (event.button === 0) letGo();
      // Released where the page could not notice it, such as over another program's window.
      else giveUp();
    },
    { signal },
  );
  area.addEventListener('pointerup', (event) => isDragging(event) && letGo(), { signal });
  // lostpointercapture also follows every ordinary release, which has ended the drag already.
  for (const loss of ['pointercancel', 'lostpointercapture'] as const)
    area.addEventListener(loss, (event) => isDragging(event) && giveUp(), { signal });
  // After a flick the browser would take the next tap, on any button, as the end of its own scrolling.
  area.addEventListener('touchmove', (event) => event.preventDefault(), { signal, passive: false });
  window.addEventListener('blur', giveUp, { signal });
  window.addEventListener(
    'keydown',
    (event) => {
      if (event.key !== 'Escape' || !drag) return;
      // The stage listens on the window too, where the key would clear the selection.
      event.preventDefault();
      event.stopPropagation();
      giveUp();
    },
    { signal, capture: true },
  );
}
