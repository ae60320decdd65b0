import type { Editor } from '../../Editor';
import { modifiersOf, pointIn, wheelTurn } from './eventInput';
import { bindTrackpadPinch, pinchOfWheel } from './trackpadPinch';

/** The wheel, the two fingers and the pinch of a trackpad, over the stage and all that lies on it. */
export function bindStageWheel(area: HTMLElement, editor: Editor, signal: AbortSignal): void {
  let isControlHeld = false;
  const listen = { signal, passive: false };

  area.addEventListener(
    'wheel',
    (event) => {
      const isPinch = event.ctrlKey && !isControlHeld;
      const isKept = event.target instanceof Element && event.target.closest('[data-keeps-wheel]') !== null;
      if (isKept && !isPinch) return;
      event.preventDefault();
      const point = pointIn(area, event);
      const { x: deltaX, y: deltaY } = wheelTurn(event);
      if (isPinch) editor.view.zoomBy(pinchOfWheel(deltaY), point);
      else editor.dispatch({ type: 'wheel', point, deltaX, deltaY, ...modifiersOf(event) });
    },
    listen,
  );

  const followControl = (event: KeyboardEvent): void => {
    isControlHeld = event.ctrlKey;
  };
  window.addEventListener('keydown', followControl, { signal, capture: true });
  window.addEventListener('keyup', followControl, { signal, capture: true });
  window.addEventListener('blur', () => (isControlHeld = false), { signal });

  bindTrackpadPinch(
    area,
    (factor, event) => {
      // Fingers on a screen cause it in addition to their pointer events, which have pinched already, or are a palm beside a pen.
      if (!editor.isGesturing) editor.view.zoomBy(factor, pointIn(area, event));
    },
    signal,
  );
}
