import type { Editor } from '../../Editor';
import { toWorld } from '../../geometry/viewport';
import { minimapTransform } from '../../render/minimap/minimapTransform';
import { MINIMAP_SIZE } from '../../render/minimap/paintMinimap';
import { pointIn } from '../input/eventInput';
import { trackPointer } from '../input/trackPointer';
import { watchPens } from '../input/watchPens';

/** Moves the view by a press or a drag on the minimap. When the drag is cancelled the view goes back to where it was. */
export function bindMinimapPointers(area: HTMLElement, editor: Editor, signal: AbortSignal): void {
  const { view } = editor;
  const isPenDown = watchPens(signal);
  let giveUp: (() => void) | undefined;

  area.addEventListener(
    'pointerdown',
    (press) => {
      if (!press.isPrimary || press.button !== 0) return;
      // A touch during a pen's work is the hand that holds the pen.
      if (press.pointerType === 'touch' && isPenDown()) return;
      // A palm may have come down before its pen.
      giveUp?.();
      const before = view.viewport;
      // The map as it is now: going after it while it shrinks would run away.
      const map = minimapTransform(editor.scene.bounds(), view.visibleBox(), MINIMAP_SIZE);
      const go = (event: PointerEvent): void => view.centreOn(toWorld(map, pointIn(area, event)));
      giveUp = trackPointer(press, {
        captor: area,
        isEscapable: true,
        signal,
        onMove: go,
        onCancel: () => view.setViewport(before),
      });
      go(press);
    },
    { signal },
  );
  // After a flick the browser would take the next tap, on any button, as the end of its own scrolling.
  area.addEventListener('touchmove', (event) => event.preventDefault(), { signal, passive: false });
}
