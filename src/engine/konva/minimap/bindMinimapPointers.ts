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
 * A press or a drag on the minimap moves the view there. Escape gives it up, and so does whatever the system takes away or
 * never tells of: the view goes back to where it was.
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
      // A touch beside a working pen is the hand that holds the pen.
      if (drag?.pointerType === 'pen' && event.pointerType === 'touch') return;
      // A palm that came down before its pen, or a pointer whose release nobody told of.
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
      // While another button is down the release of this one is told as a move.
      else if (event.button === 0) letGo();
      // Let go where the page could not hear it, such as over another program's window.
      else giveUp();
    },
    { signal },
  );
  area.addEventListener('pointerup', (event) => isDragging(event) && letGo(), { signal });
  // lostpointercapture also follows every ordinary release, which has ended the drag already.
  for (const loss of ['pointercancel', 'lostpointercapture'] as const)
    area.addEventListener(loss, (event) => isDragging(event) && giveUp(), { signal });
  // The browser would take the tap after a flick, on whatever button, for the one that ends its own flinging.
  area.addEventListener('touchmove', (event) => event.preventDefault(), { signal, passive: false });
  window.addEventListener('blur', giveUp, { signal });
  window.addEventListener(
    'keydown',
    (event) => {
      if (event.key !== 'Escape' || !drag) return;
      // The stage listens on the window too, where the key would let go of the selection.
      event.preventDefault();
      event.stopPropagation();
      giveUp();
    },
    { signal, capture: true },
  );
}
