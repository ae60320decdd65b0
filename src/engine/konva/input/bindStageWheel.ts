import type { Editor } from '../../Editor';
import { modifiersOf, pointIn, wheelTurn } from './eventInput';

/** Browsers tell a trackpad's pinch as a wheel with the control key: the scale is e to the minus deltaY over this. */
export const PINCH_UNIT = 100;
/** A real wheel turned with a control key that was pressed over another window looks like a pinch too, a giant one. */
const PINCH_MAX = 25;

/** Safari's own event for a pinch on a trackpad; no other browser sends it. */
interface TrackpadGestureEvent extends UIEvent {
  readonly scale: number;
  readonly clientX: number;
  readonly clientY: number;
}

declare global {
  interface HTMLElementEventMap {
    gesturestart: TrackpadGestureEvent;
    gesturechange: TrackpadGestureEvent;
  }
}

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
      const pinched = Math.min(PINCH_MAX, Math.max(-PINCH_MAX, deltaY));
      if (isPinch) editor.view.zoomBy(Math.exp(-pinched / PINCH_UNIT), point);
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

  let lastScale = 1;
  area.addEventListener(
    'gesturestart',
    (event) => {
      event.preventDefault();
      lastScale = event.scale;
    },
    listen,
  );
  area.addEventListener(
    'gesturechange',
    (event) => {
      event.preventDefault();
      const factor = event.scale / lastScale;
      lastScale = event.scale;
      // Fingers on a screen cause it in addition to their pointer events, which have pinched already, or are a palm beside a pen.
      if (!editor.isGesturing) editor.view.zoomBy(factor, pointIn(area, event));
    },
    listen,
  );
}
